import { expect, test } from "vitest";
import type { PuckState } from "../page/page.ts";
import type { DocumentWork } from "../work-orders/document-work.ts";
import { checkPage } from "./check-page.ts";

const NO_FACTS = {
  unfetched: new Set<string>(),
  lost: new Set<string>(),
  unread: [],
  lettersWithoutFont: [],
  readers: 1,
  today: "2026-11-21",
};
const WORK: DocumentWork = { workOrders: [], products: [] };
const pageOf = (...content: PuckState["content"]): PuckState => ({ root: { props: {} }, content });
const block = (type: string, props: Record<string, unknown> = {}) => ({
  type,
  props: { id: type, ...props },
});
const kindsOf = (page: PuckState, work = WORK, facts = {}) =>
  checkPage(page, work, { ...NO_FACTS, ...facts }).map(({ kind, blockId }) => [kind, blockId]);

const HEADING = block("Heading", { text: "A shop", anchor: "prices" });
const workOrder = (productRateOf: string) => ({
  workOrderId: "w",
  name: "A door",
  description: "",
  products: [{ productId: productRateOf, total: 2 }],
  discountPercent: 0,
  discountName: null,
  optional: { isOptional: false, doesClientWantWorkDone: false },
});
const OAK = { productId: "oak", productName: "Oak", productUnit: null, productRate: 50 };
const QUOTE = block("WorkOrders", { workOrderData: { workOrderIds: ["w"] } });

test("STUDIO-11 a sound page has nothing to look at", () => {
  const link = block("Button", { text: "Prices", link: "#prices" });
  const image = block("Image", { src: "/images/oak.png", alt: "An oak" });
  const work = { workOrders: [workOrder("oak")], products: [OAK] };
  expect(kindsOf(pageOf(HEADING, link, image, QUOTE), work)).toEqual([]);
});

test("STUDIO-11 an empty page cannot be sent", () => {
  expect(checkPage(pageOf(), WORK, NO_FACTS)).toMatchObject([{ kind: "empty-page", isRefused: true }]);
});

test("STUDIO-11 a page with a block that no one can be shown cannot be sent, because no one could accept it", () => {
  const found = checkPage(pageOf(HEADING, block("Carousel")), WORK, NO_FACTS);
  expect(found).toMatchObject([{ kind: "unknown-type", isRefused: true }]);
});

const INSIDE = block("Container", { content: [block("Carousel")] });
test.each([
  [
    "a block for work orders without any",
    pageOf(HEADING, block("WorkOrders")),
    WORK,
    [["no-work", "WorkOrders"]],
  ],
  ["an unknown block, also inside another", pageOf(INSIDE), WORK, [["unknown-type", "Carousel"]]],
  [
    "work that is not the document's",
    pageOf(QUOTE),
    WORK,
    [
      ["missing-work", "WorkOrders"],
      ["zero-total", null],
    ],
  ],
  [
    "a product that is gone",
    pageOf(QUOTE),
    { workOrders: [workOrder("gone")], products: [] },
    [
      ["unknown-product", "WorkOrders"],
      ["zero-total", null],
    ],
  ],
  [
    "a picture without text",
    pageOf(block("Image", { src: "/oak.png", alt: " " })),
    WORK,
    [["no-alternative-text", "Image"]],
  ],
  [
    "a link to nowhere in a text",
    pageOf(HEADING, block("Paragraph", { text: '<a href="#price">Prices</a> <a href="#prices">here</a>' })),
    WORK,
    [["broken-anchor", "Paragraph"]],
  ],
  [
    "a button to nowhere",
    pageOf(block("Button", { text: "Prices", link: "#price" })),
    WORK,
    [["broken-anchor", "Button"]],
  ],
  [
    "a card to nowhere",
    pageOf(block("CaseStudies", { cards: [{ title: "Oak", link: "#oak" }] })),
    WORK,
    [["broken-anchor", "CaseStudies"]],
  ],
  [
    "a variable without a text",
    pageOf(HEADING, block("Paragraph", { text: "For {{client.name}}" })),
    WORK,
    [["unfilled-variable", "Paragraph"]],
  ],
  [
    "a text that no one has written since a block was added",
    pageOf(HEADING, block("Paragraph", { text: "<p>Write here.</p>" })),
    WORK,
    [["old-starting-text", "Paragraph"]],
  ],
  ["an empty footer", pageOf(HEADING, block("Footer")), WORK, [["empty-footer", "Footer"]]],
  [
    "empty blocks, those around others once",
    pageOf(
      HEADING,
      block("List", { items: [{ title: " " }] }),
      block("Container", { content: [block("Image")] }),
    ),
    WORK,
    [
      ["empty-block", "List"],
      ["empty-block", "Container"],
    ],
  ],
  [
    "a line of prices without a product",
    pageOf(block("PricingTable", { lineItems: [{ product: "", price: 5, count: 1 }] })),
    WORK,
    [["no-product", "PricingTable"]],
  ],
  [
    "a button and a link without an address",
    pageOf(block("Button", { text: "Prices" }), block("LinkWrapper", { content: [HEADING] })),
    WORK,
    [
      ["no-address", "Button"],
      ["no-address", "LinkWrapper"],
    ],
  ],
])("STUDIO-11 STUDIO-18 the checks find %s", (_what, page, work, kinds) => {
  expect(kindsOf(page, work)).toEqual(kinds);
});

const priced = (...lineItems: object[]) => block("PricingTable", { lineItems });
const OPTIONAL = { ...workOrder("oak"), optional: { isOptional: true, doesClientWantWorkDone: true } };

test.each([
  [
    "a count below zero",
    priced({ product: "Oak", price: 5, count: -1 }),
    "The count of “Oak” is “-1”. A count is 0",
  ],
  [
    "a price that is no number",
    priced({ price: "1e308" }),
    "The price on line 1 of a price table is “1e308”, which is not used. Please",
  ],
  [
    "a discount above 100 %",
    block("WorkOrders", { globalDiscountPercent: 150 }),
    "The discount on all work is “150”, which is not used. A percentage is from 0 to 100.",
  ],
  [
    "a total below zero",
    priced({ price: -1000, count: 5 }, { price: 10, count: 1 }),
    "This document would come to −$5,489.00. A document comes to $0.00 or more",
  ],
  [
    "a total of a trillion",
    priced({ price: 9e11, count: 2 }),
    "This document would come to a trillion dollars or more",
  ],
])("FIELD-7 the checks refuse %s, and say where", (_what, at, message) => {
  const refused = checkPage(pageOf(HEADING, at), WORK, NO_FACTS).filter((check) => check.isRefused);
  expect(refused).toMatchObject([{ message: expect.stringContaining(message) }]);
});

test("FIELD-7 a credit on a line of its own is sound, and a total that only optional work holds above zero is told", () => {
  const work = { workOrders: [OPTIONAL], products: [OAK] };
  expect(
    kindsOf(
      pageOf(
        HEADING,
        priced({ product: "Oak", price: 50, count: 1 }, { product: "Oak", price: -50, count: 0.5 }),
      ),
    ),
  ).toEqual([]);
  const found = checkPage(pageOf(QUOTE, priced({ product: "Oak", price: -50, count: 1 })), work, NO_FACTS);
  expect(found).toMatchObject([
    {
      kind: "total-may-be-negative",
      isRefused: false,
      message: expect.stringContaining("Without its optional work the document comes to −$55.00"),
    },
  ]);
});

test("STUDIO-11 the checks tell what only the server knows, at the block where there is one", () => {
  const source = "https://images.example/oak.png";
  const inside = block("Container", { content: [block("Image", { src: source, alt: "An oak" })] });
  const facts = { unfetched: new Set([source]), unread: ["Odd."], lettersWithoutFont: ["ꀀ"], readers: 0 };
  expect(kindsOf(pageOf(), WORK, facts)).toEqual([
    ["empty-page", null],
    ["unread-part", null],
  ]);
  expect(kindsOf(pageOf(inside), WORK, facts)).toEqual([
    ["unread-part", null],
    ["picture-not-fetched", "Image"],
    ["no-font", null],
    ["nobody-to-tell", null],
  ]);
});

test("STUDIO-18 letters without a font are named at each block that has them, also in its work, and those of names apart", () => {
  const work = { workOrders: [{ ...workOrder("oak"), name: "Ꮳ door" }], products: [OAK] };
  const inside = block("Container", { content: [block("Paragraph", { text: "<p>ꀀ &amp; Ꮳ</p>" })] });
  const facts = { ...NO_FACTS, lettersWithoutFont: ["ꀀ", "Ꮳ", "ᚠ"] };
  expect(
    checkPage(pageOf(HEADING, inside, QUOTE), work, facts).filter(({ kind }) => kind === "no-font"),
  ).toMatchObject([
    { blockId: "Paragraph", message: expect.stringContaining("for which the portal has no font: ꀀ Ꮳ.") },
    { blockId: "WorkOrders", message: expect.stringContaining("no font: Ꮳ.") },
    { blockId: null, message: expect.stringContaining("no font: ᚠ.") },
  ]);
});

test.each([
  ["Container", { columns: 23 }, "“23” isn't used in “Columns”. Please enter a whole number from 1 to 6."],
  ["Container", { columns: "2.5" }, "“2.5” isn't used in “Columns”. Please enter a whole"],
  [
    "Button",
    { text: "Go", link: "https://oak.example", padding: { top: 900 } },
    "“900” isn't used in “Padding (px): Above”.",
  ],
])("STUDIO-18 of a %s with %j the checks say that the number is not used", (type, props, message) => {
  const at = block(type, type === "Container" ? { ...props, content: [HEADING] } : props);
  expect(checkPage(pageOf(at), WORK, NO_FACTS)).toMatchObject([
    { kind: "number-not-used", blockId: type, isRefused: false, message: expect.stringContaining(message) },
  ]);
});

test("STUDIO-11 a picture that is not stored is named at each block that shows it, and cannot be sent", () => {
  const imageId = "x".repeat(64);
  const plan = block("Image", { src: `/images/${imageId}/1600#30x20`, alt: " A plan " });
  const card = block("CaseStudies", { cards: [{ title: "Oak", image: `/images/${imageId}` }] });
  const page = pageOf(HEADING, block("Container", { content: [plan] }), card);
  expect(kindsOf(page)).toEqual([]);
  expect(checkPage(page, WORK, { ...NO_FACTS, lost: new Set([imageId]) })).toMatchObject([
    {
      kind: "picture-lost",
      blockId: "Image",
      isRefused: true,
      message: expect.stringMatching(/^The picture “A plan” /),
    },
    {
      kind: "picture-lost",
      blockId: "CaseStudies",
      isRefused: true,
      message: expect.stringMatching(/^A picture of the block “CaseStudies” /),
    },
  ]);
});

test("STUDIO-18 a page with a variable without a text is refused, with the variable's name", () => {
  const found = checkPage(pageOf(block("Paragraph", { text: "For {{client.name}}" })), WORK, NO_FACTS);
  expect(found).toMatchObject([{ isRefused: true, message: expect.stringContaining("{{client.name}}") }]);
});
