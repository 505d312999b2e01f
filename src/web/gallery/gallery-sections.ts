import { type AnyBlockEdit, startingProps } from "#domain/page/block-edit.ts";
import { BLOCK_EDITS } from "#domain/page/block-edits.ts";
import type { BlockField, SlotField } from "#domain/page/block-field.ts";
import type { PageItem } from "#domain/page/page.ts";

/** One setting of a block, or a few to compare. */
type GallerySection = { block: string; setting: string; content: PageItem[] };

let made = 0;

function makeBlock(type: string, props: Record<string, unknown> = {}): PageItem {
  made += 1;
  return { type, props: { id: `${type}-${made}`, ...props } };
}

const makeCard = () => [
  makeBlock("Heading", { text: "A card", size: "h4" }),
  makeBlock("Paragraph", { text: "A short text that says what is in it.", style: "sm" }),
];

const HERO = "/demo/harbour-hero.svg";
const STORE = "/demo/harbour-store.svg";
const PENDING = `/images/${"a".repeat(22)}`;
const VIDEO = "https://youtu.be/aqz-KE-bpKQ";
const WORDS = "Coffee for Sydney";

const RICH = `<h2>A heading in the text</h2>
<p>Words can be <strong>strong</strong>, <em>stressed</em>, <u>underlined</u>, <s>gone</s>, <mark>marked</mark>, H<sub>2</sub>O, and <a href="https://example.com/">lead elsewhere</a>.</p>
<ul><li>A list in the text</li><li>with two items</li></ul>
<ol><li>First this</li><li>then that</li></ol>
<blockquote>We have never had so few questions before a launch.</blockquote>
<table><thead><tr><th scope="col">Week</th><th scope="col">What happens</th></tr></thead><tbody><tr><td>1</td><td>Workshop</td></tr><tr><td>2–4</td><td>Design in three rounds</td></tr></tbody></table>
<hr><pre>order.total = 1234.50</pre>`;

/** A value of the field that shows the block well; undefined for the default. */
function sampleOf(field: BlockField | SlotField): unknown {
  switch (field.kind) {
    case "text":
      return WORDS;
    case "html":
      return `${WORDS}. Online people meet a <strong>catalogue</strong> of ninety products.`;
    case "decimal":
      return 95.5;
    case "day":
      return "2026-12-05";
    case "email":
      return "hello@emberandoak.example";
    case "link":
      return "https://example.com/";
    case "image":
      return HERO;
    case "video":
      return VIDEO;
    case "list":
      return [0, 1, 2].map(() => sampleOf(field.of));
    case "group":
      return Object.fromEntries(Object.entries(field.fields).map(([name, inner]) => [name, sampleOf(inner)]));
    case "workOrders":
      return sampleWork("store", "photos", "training");
    case "slot":
      return makeCard();
    case "flag":
    case "choice":
    case "number":
    case "colour":
    case "length":
    case "anchor":
    case "id":
    case "resolved":
      return undefined;
  }
}

/** Values that show the range of the field, including its bounds and unreadable values. */
function settingsOf(field: BlockField | SlotField): unknown[] {
  switch (field.kind) {
    case "text":
      return ["", "One line,\nand a second one with aWordThatIsMuchTooLongForAnyLineOfATelephone"];
    case "html":
      return ["", "One line,\nand a second one", RICH];
    case "flag":
      return [true, false];
    case "choice":
      return [...field.words];
    case "number":
      return numbersOf(field);
    case "decimal":
      return [12.5, 0, -500, "unreadable"];
    case "day":
      return ["2027-01-31", "2026-02-30"];
    case "colour":
      return ["#14213d", "#f3ede2", "#fca31180"];
    case "length":
      return [160, "50%", "20rem"];
    case "link":
      return ["#terracotta", "javascript:alert(1)"];
    case "image":
      return [STORE, PENDING, ""];
    case "video":
      return [VIDEO, "videos.example.com/roastery.mp4", "https://www.youtube.com/watch?v=short"];
    case "list":
      return [[], [sampleOf(field.of)], ...listsOf(field.of)];
    case "group":
      return groupsOf(field.fields);
    case "workOrders":
      return [sampleWork(), sampleWork("deleted", "bare")];
    case "slot":
      return [[], [makeBlock("Container", { content: makeCard() })]];
    case "anchor":
    case "email":
    case "id":
    case "resolved":
      return [];
  }
}

function numbersOf({ min, max, isWhole }: Extract<BlockField, { kind: "number" }>): number[] {
  if (isWhole && max - min < 10) return Array.from({ length: max - min + 1 }, (_, at) => min + at);
  const middle = (min + max) / 8;
  return [min, isWhole ? Math.round(middle) : middle, max];
}

/** For each field of a list's items, a list whose items show that field's settings. */
function listsOf(of: BlockField): unknown[][] {
  if (of.kind !== "group") return [settingsOf(of)];
  return Object.entries(of.fields).flatMap(([name, inner]) => {
    const settings = settingsOf(inner);
    const items = settings.map((setting) => ({ ...(sampleOf(of) as object), [name]: setting }));
    return items.length > 0 ? [items] : [];
  });
}

function groupsOf(fields: Readonly<Record<string, BlockField>>): object[] {
  return Object.entries(fields).flatMap(([name, inner]) =>
    settingsOf(inner).map((setting) => ({ [name]: setting })),
  );
}

/** The data that the server adds to a Work Orders block, with a missing work order and an unknown product. */
const workOrders = [
  {
    workOrderId: "store",
    name: "Store build",
    description: "<p>Catalogue, subscriptions, checkout and the roasting plan.</p>",
    products: [
      { productId: "hours", total: 72 },
      { productId: "pages", total: 6 },
    ],
    discountPercent: 10,
    discountName: "Built together",
  },
  {
    workOrderId: "photos",
    name: "Product photography",
    products: [{ productId: "hours", total: 8.5 }],
    optional: { isOptional: true, doesClientWantWorkDone: true },
  },
  {
    workOrderId: "training",
    name: "Training for the team",
    products: [{ productId: "hours", total: 3 }],
    optional: { isOptional: true, doesClientWantWorkDone: false },
  },
  {
    workOrderId: "bare",
    name: "With a product that is gone",
    products: [{ productId: "gone", total: null }],
  },
];

const products = [
  { productId: "hours", productName: "Consulting", productUnit: "hours", productRate: 165 },
  { productId: "pages", productName: "Page design", productUnit: "pages", productRate: 420.5 },
];

const sampleWork = (...workOrderIds: string[]) => ({ workOrderIds, workOrders, products });

const button = (text: string) => makeBlock("Button", { text, link: "#terracotta" });
const paragraph = (text: string) => makeBlock("Paragraph", { text });

/** Settings that matter only together. */
const COMBINATIONS: readonly GallerySection[] = [
  {
    block: "Button",
    setting: "own colours, also under the pointer",
    content: [
      makeBlock("Button", {
        text: "Book a call",
        link: "https://example.com/",
        backgroundColor: "#14213d",
        borderColor: "#fca311",
        textColor: "#ffffff",
        hoverBackgroundColor: "#fca311",
        hoverBorderColor: "#14213d",
        hoverTextColor: "#14213d",
      }),
    ],
  },
  {
    block: "Image",
    setting: "custom width and height at the left, in the centre and at the right",
    content: ["left", "center", "right"].map((alignment) =>
      makeBlock("Image", { src: HERO, sizeMode: "custom", width: 160, height: 90, alignment }),
    ),
  },
  {
    block: "Container",
    setting: "dark and pale colours over an image, and columns of coloured boxes",
    content: [
      ...[
        { backgroundColor: "#14213d", backgroundOpacity: 0.78 },
        { backgroundColor: "#fffdfa", backgroundOpacity: 0.8, blur: 6, scale: 1.2, maxWidth: 480 },
      ].map((over) =>
        makeBlock("Container", {
          backgroundImage: HERO,
          padding: 48,
          ...over,
          content: [...makeCard(), paragraph("<a href='#terracotta'>A link</a>"), button("A button")],
        }),
      ),
      makeBlock("Container", {
        columns: 3,
        content: ["#f3ede2", "#14213d", "#dfeae3"].map((backgroundColor) =>
          makeBlock("Container", { backgroundColor, backgroundOpacity: 1, content: makeCard() }),
        ),
      }),
    ],
  },
  {
    block: "Heading",
    setting: "a colour with an anchor, and one too pale to read, which gives way to ink",
    content: [
      makeBlock("Heading", { text: "Terracotta", textColor: "#a3431f", anchor: "terracotta" }),
      makeBlock("Heading", { text: "Too pale", textColor: "#e0d8c8", size: "h4" }),
    ],
  },
  {
    block: "Link Wrapper",
    setting: "around a button of its own",
    content: [
      makeBlock("LinkWrapper", {
        link: "https://example.com/",
        content: [paragraph("Press anywhere, or the button."), button("Elsewhere")],
      }),
    ],
  },
  {
    block: "Work Orders",
    setting: "a discount on all work, without GST",
    content: [
      makeBlock("WorkOrders", {
        workOrderData: sampleWork("store", "photos"),
        globalDiscountPercent: 5,
        globalDiscountName: "Returning client",
        gst: false,
      }),
    ],
  },
  {
    block: "Page Break",
    setting: "between two paragraphs",
    content: [paragraph("Above the break."), makeBlock("PageBreak"), paragraph("Below the break.")],
  },
  { block: "An unknown type", setting: "shows nothing", content: [makeBlock("Unheard")] },
];

export const GALLERY_SECTIONS: readonly GallerySection[] = [
  ...BLOCK_EDITS.flatMap(sectionsOf),
  ...COMBINATIONS,
];

function sectionsOf(edit: AnyBlockEdit): GallerySection[] {
  const { type, fields } = edit.block;
  const names = Object.keys(fields);
  const sample = () =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(field)] as const));
  const settings = Object.entries(fields).map(([name, field]) => ({
    block: edit.label,
    setting: edit.fields[name]?.label ?? name,
    content: settingsOf(field).map((setting) => makeBlock(type, { ...sample(), [name]: setting })),
  }));
  return [
    { block: edit.label, setting: "in use", content: [makeBlock(type, sample())] },
    ...settings.filter(({ content }) => content.length > 0),
    { block: edit.label, setting: "as an author adds it", content: [makeBlock(type, startingProps(edit))] },
    ...(names.length > 0 ? [{ block: edit.label, setting: "empty", content: [makeBlock(type)] }] : []),
  ];
}
