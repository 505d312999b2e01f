import { type AnyBlockEdit, startingProps } from "#domain/page/block-edit.ts";
import { BLOCK_EDITS } from "#domain/page/block-edits.ts";
import {
  type GallerySection,
  HERO,
  makeBlock,
  makeCard,
  sampleOf,
  sampleWork,
  settingsOf,
} from "./samples.ts";

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

/** Every block in every setting of its declaration. */
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
