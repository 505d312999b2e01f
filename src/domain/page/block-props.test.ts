import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { block as ButtonBlock } from "./blocks/button.ts";
import { block as ContainerBlock } from "./blocks/container.ts";
import { block as FooterBlock } from "./blocks/footer.ts";
import { block as HeadingBlock } from "./blocks/heading.ts";
import { block as ImageBlock } from "./blocks/image.ts";
import { block as ListBlock } from "./blocks/list.ts";
import { block as ParagraphBlock } from "./blocks/paragraph.ts";
import { block as WorkOrdersBlock } from "./blocks/work-orders.ts";
import { findBlock, KNOWN_BLOCK_TYPES } from "./find-block.ts";

test("BLOCK-1 a heading's defaults", () => {
  expect(HeadingBlock.read({ text: "Scope" })).toEqual({
    text: "Scope",
    size: "h2",
    anchor: undefined,
    textColor: undefined,
    alignment: "left",
  });
});

test.each(["title", "h1", "h2", "h3", "h4", "h5", "h6"])("BLOCK-1 a heading has size %s", (size) => {
  expect(HeadingBlock.read({ size }).size).toBe(size);
});

test.each([
  ["scope", "scope"],
  ["#scope-2", "scope-2"],
  ["1st", undefined],
  ['a" onclick="x', undefined],
  ["", undefined],
])("BLOCK-1 the anchor %j is the id %j", (anchor, id) => {
  expect(HeadingBlock.read({ anchor }).anchor).toBe(id);
});

test("BLOCK-2 a paragraph is md unless it says xs, sm, lg or xl", () => {
  const styleOf = (style: unknown) => ParagraphBlock.read({ style }).style;
  expect([undefined, "huge", "xs", "sm", "md", "lg", "xl"].map(styleOf)).toEqual([
    "md",
    "md",
    "xs",
    "sm",
    "md",
    "lg",
    "xl",
  ]);
});

test("BLOCK-3 a list has items, each with a title", () => {
  expect(ListBlock.read({ items: [{ title: "One", id: 1 }, null, { title: 2 }] })).toEqual({
    items: [{ title: "One" }, { title: "" }, { title: "" }],
  });
});

test("BLOCK-4 a button's padding is 8 above and below, 16 left and right", () => {
  expect(ButtonBlock.read({})).toMatchObject({
    padding: { top: 8, bottom: 8, left: 16, right: 16 },
    width: "auto",
    align: "left",
    target: "_self",
  });
  expect(ButtonBlock.read({ padding: { top: 4, left: "12", right: -1 } }).padding).toEqual({
    top: 4,
    bottom: 8,
    left: 12,
    right: 16,
  });
});

test("BLOCK-5 a container's background opacity is 0, its gap 16 and its padding 16", () => {
  expect(ContainerBlock.read({})).toEqual({
    columns: 1,
    gap: 16,
    padding: 16,
    backgroundImage: undefined,
    blur: 0,
    scale: 1,
    justifyContent: "start",
    maxWidth: undefined,
    backgroundColor: undefined,
    backgroundOpacity: 0,
  });
});

test("BLOCK-8 an image's source is prefixed with https", () => {
  expect(ImageBlock.read({ src: "example.com/a.png", width: 240, height: "10rem" })).toMatchObject({
    src: "https://example.com/a.png",
    sizeMode: "contain",
    width: "240px",
    height: "10rem",
    padding: 0,
  });
});

test("BLOCK-10 a footer's links are an address and an email, or nothing", () => {
  const footer = FooterBlock.read({
    termsLink: "javascript:x",
    contactEmail: "a@b.example?bcc=evil@x.example",
  });
  expect(footer).toMatchObject({ termsLink: undefined, contactEmail: undefined });
  expect(FooterBlock.read({ contactEmail: "first.last+x@b.example" }).contactEmail).toBe(
    "first.last+x@b.example",
  );
});

describe("BLOCK-6 a Work Orders block", () => {
  test("adds GST and hides nothing unless it says so", () => {
    expect(WorkOrdersBlock.read({})).toEqual({
      workOrderData: { workOrderIds: [], workOrders: [], products: [] },
      hidePricing: false,
      gstPercent: 10,
      hideBreakdown: false,
      gst: true,
      globalDiscountPercent: 0,
      globalDiscountName: "",
    });
  });

  test("passes over work orders, products and lines that cannot be read, and keeps the others", () => {
    const { workOrderData } = WorkOrdersBlock.read({
      workOrderData: {
        workOrderIds: ["a", 5, "not an id!", "b"],
        workOrders: [
          null,
          { name: "No id" },
          { workOrderId: "a", products: [{ productId: "p", total: "many" }, 3] },
        ],
        products: [{ productId: "p", productRate: Number.NaN, productName: 8 }, "x"],
      },
    });
    expect(workOrderData).toEqual({
      workOrderIds: ["a", "b"],
      workOrders: [
        {
          workOrderId: "a",
          name: "",
          description: "",
          products: [{ productId: "p", total: null }],
          discountPercent: 0,
          discountName: null,
          optional: { isOptional: false, doesClientWantWorkDone: false },
        },
      ],
      products: [{ productId: "p", productName: "", productUnit: null, productRate: null }],
    });
  });

  test.each([-1, 101, Number.NaN, "ten", null])("takes a discount of %j per cent as none", (percent) => {
    expect(WorkOrdersBlock.read({ globalDiscountPercent: percent }).globalDiscountPercent).toBe(0);
  });
});

const WITH_FIELDS = KNOWN_BLOCK_TYPES.filter((type) => Object.keys(findBlock(type)?.fields ?? {}).length > 0);

test.each(WITH_FIELDS)("%s reads anything, and what could break out of a style never", (type) => {
  const reader = (value: unknown): Record<string, unknown> => findBlock(type)?.read(value) ?? {};
  const names = Object.keys(reader({}));
  const evil = fc.constantFrom(
    "1px;color:red",
    "url(x)",
    "</style>",
    "expression(1)",
    "javascript:alert(1)",
    "-5",
  );
  const props = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.anything(), evil));
  fc.assert(
    fc.property(fc.oneof(fc.anything(), props), (value) => {
      const result = reader(value);
      expect(Object.keys(result)).toEqual(names);
      for (const name of ["maxWidth", "width", "height", "textColor", "backgroundColor", "borderColor"]) {
        const css = result[name];
        if (typeof css === "string")
          expect(css).toMatch(/^(auto|full|#[0-9a-f]{6,8}|[\d.]+(px|rem|em|ch|%))$/);
      }
    }),
  );
});
