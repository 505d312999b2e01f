import fc from "fast-check";
import { expect, test } from "vitest";
import { migratePage } from "./migrate-page.ts";
import { pageIssues } from "./page-issues.ts";

const { item } = fc.letrec((tie) => ({
  item: fc.record({
    type: fc.constantFrom("Heading", "Paragraph", "Container", "Unheard of"),
    props: fc.oneof(
      { maxDepth: 3, depthIdentifier: "page" },
      fc.record({ id: fc.constantFrom("a", "b", "c", "d", "e", "", 5, undefined) }),
      fc.record({
        id: fc.constantFrom("f", "g", "h", "i"),
        content: fc.array(tie("item"), { maxLength: 2 }),
      }),
    ),
  }),
}));

const page = fc.record({
  root: fc.constantFrom({}, { props: {} }, { props: { title: "A page" } }),
  content: fc.array(fc.oneof({ weight: 9, arbitrary: item }, { weight: 1, arbitrary: fc.constant(null) }), {
    maxLength: 3,
  }),
  zones: fc.option(
    fc.dictionary(fc.constantFrom("f:content", "g:content", "z:content"), fc.array(item, { maxLength: 1 })),
    {
      nil: undefined,
    },
  ),
});

test("EDIT-9 a page without issues is read without problems: nothing in it is left out or renamed", () => {
  let sound = 0;
  fc.assert(
    fc.property(page, (made) => {
      if (pageIssues(made).length > 0) return;
      sound += 1;
      expect(migratePage(made).problems).toEqual([]);
    }),
    { numRuns: 3000, seed: 417 },
  );
  expect(sound).toBeGreaterThan(100);
});

test("zones that hold each other, or that no block of their owner's type can show, are issues", () => {
  const box = (id: string) => ({ type: "Container", props: { id } });
  const circle = { root: {}, content: [], zones: { "a:content": [box("b")], "b:content": [box("a")] } };
  expect(pageIssues(circle)).toHaveLength(2);
  const heading = {
    root: {},
    content: [{ type: "Heading", props: { id: "a" } }],
    zones: { "a:content": [] },
  };
  expect(pageIssues(heading)).toHaveLength(1);
});

test("every issue has its path", () => {
  const made = {
    root: { props: { title: 5 } },
    content: [
      { type: "Container", props: { id: "box", content: [{ type: "Heading", props: {} }, "text"] } },
      { type: "Heading", props: { id: "box" } },
    ],
    zones: { "box:content": {}, "gone:content": [] },
  };
  expect(pageIssues(made).map(({ path }) => path.join("."))).toEqual([
    "root.props.title",
    "content.0.props.content.0.props.id",
    "content.0.props.content.1",
    "content.1.props.id",
    "zones.box:content",
    "zones.gone:content",
  ]);
});

test.each([
  [{ version: 99 }, "version", "This page is of version 99, and this portal knows pages up to version 1."],
  [{ version: "new" }, "version", "Invalid input"],
  [
    {
      content: [
        {
          type: "LinkWrapper",
          props: { id: "out", content: [{ type: "LinkWrapper", props: { id: "in" } }] },
        },
      ],
    },
    "",
    'A LinkWrapper ("in") may not stand in a LinkWrapper ("out")',
  ],
])("EDIT-8 a page with %j is not stored", (part, at, start) => {
  const issues = pageIssues({ root: {}, content: [], ...part });
  expect(issues.map(({ path }) => path.join("."))).toEqual([at]);
  expect(issues[0]?.message).toContain(start);
});

test.each([
  ["PricingTable", { lineItems: [{ count: -1 }] }, "lineItems.0.count", "A count is 0 or more"],
  ["PricingTable", { lineItems: [{ count: "-1" }] }, "lineItems.0.count", "A count is 0 or more"],
  ["PricingTable", { lineItems: [{ price: 0.1234567 }] }, "lineItems.0.price", "at most 6 decimals"],
  ["PricingTable", { lineItems: [{ price: "NaN" }] }, "lineItems.0.price", "Please enter a number"],
  ["PricingTable", { gstPercent: -100 }, "gstPercent", "Leave it out"],
  ["WorkOrders", { globalDiscountPercent: 150 }, "globalDiscountPercent", "from 0 to 100"],
])("FIELD-7 a %s with %j is not imported: its place is named", (type, props, at, sentence) => {
  const issues = pageIssues({ root: {}, content: [{ type, props: { id: "a", ...props } }] });
  expect(issues.map(({ path }) => path.join("."))).toEqual([`content.0.props.${at}`]);
  expect(issues[0]?.message).toContain(sentence);
});

test.each([
  ["Heading", { size: "h9" }, "size", 'Expected one of "title", "h1"'],
  ["Container", { columns: 2.5 }, "columns", "Expected a whole number from 1 to 6"],
  ["Container", { gap: 401 }, "gap", "Expected a number from 0 to 400"],
  ["Container", { backgroundColor: "terracotta" }, "backgroundColor", "Expected a colour"],
  ["Button", { link: "javascript:alert(1)" }, "link", "Expected an address for a link"],
  ["Button", { padding: { top: "wide" } }, "padding.top", "Expected a number from 0 to 400"],
  ["Button", { padding: 8 }, "padding", "Expected an object"],
  ["Paragraph", { text: 5 }, "text", "Expected a text"],
  ["List", { items: "One" }, "items", "Expected a list"],
  ["List", { items: [{ title: "One" }, { title: [] }] }, "items.1.title", "Expected a text"],
  ["CaseStudies", { cards: [{ image: "nowhere" }] }, "cards.0.image", "Expected the address of an image"],
  ["WorkOrders", { gst: "yes" }, "gst", "Expected true or false"],
  ["PricingTable", { lineItems: [{ price: "many" }] }, "lineItems.0.price", "Please enter a number"],
])("a %s with %j is not stored: readers would see something else", (type, props, at, start) => {
  const issues = pageIssues({ root: {}, content: [{ type, props: { id: "a", ...props } }] });
  expect(issues.map(({ path }) => path.join("."))).toEqual([`content.0.props.${at}`]);
  expect(issues[0]?.message).toContain(start);
});

test.each([
  ["Heading", { size: "h2", anchor: "", textColor: null, alignment: undefined, unheardOf: 5 }],
  ["Container", { gap: "16", scale: 1, maxWidth: 480, backgroundImage: "example.com/a.png" }],
  ["WorkOrders", { gst: true, hidePricing: false, workOrderData: { workOrderIds: ["a"], workOrders: 7 } }],
  ["PricingTable", { lineItems: [{ price: 0, count: "12.5" }] }],
  ["VideoGrid", { urls: ["https://youtu.be/short", { url: "" }] }],
])(
  "a %s with %j is stored: defaults, empty fields, texts of numbers and what is put in later",
  (type, props) => {
    expect(pageIssues({ root: {}, content: [{ type, props: { id: "a", ...props } }] })).toEqual([]);
  },
);

test("CARE-9 a text that takes too long to print is refused, and as several blocks it is not", () => {
  const paragraph = (id: string, length: number) => ({
    type: "Paragraph",
    props: { id, text: "a ".repeat(length / 2) },
  });
  const pageOf = (...content: object[]) => ({ root: { props: {} }, content });
  expect(pageIssues(pageOf(paragraph("p", 2_000_000)))).toEqual([
    {
      path: ["content", 0, "props", "text"],
      message: expect.stringMatching(/^Expected at most 200000 characters/),
    },
  ]);
  expect(pageIssues(pageOf(paragraph("p", 200_000), paragraph("q", 200_000)))).toEqual([]);
});
