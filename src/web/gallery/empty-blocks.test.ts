import { describe, expect, test } from "vitest";
import { startingProps } from "#domain/page/block-edit.ts";
import { BLOCK_EDITS } from "#domain/page/block-edits.ts";
import { isEmptyBlock, oldStartIn } from "#domain/page/empty-blocks.ts";
import { blockShape, KNOWN_BLOCK_TYPES } from "#domain/page/find-block.ts";
import { changeProps } from "#domain/page/walk-page.ts";
import { readText, showBlock } from "#tests/support/show-block.tsx";
import { GALLERY_SECTIONS } from "./gallery-sections.ts";

const textsOf = (type: string, props: Record<string, unknown>) => {
  const texts: string[] = [];
  const { html, texts: plain } = blockShape(type);
  changeProps({ type, props: { id: "one", ...props } }, [...html, ...plain], (text) => {
    texts.push(text);
    return text;
  });
  return texts.filter((text) => text !== "");
};

test.each(BLOCK_EDITS.map((edit) => [edit.label, edit] as const))(
  "STUDIO-18 a new %s begins with no text of its own",
  (_label, edit) => {
    expect(textsOf(edit.block.type, startingProps(edit))).toEqual([]);
  },
);

/** What the page says in place of a part that is missing, and what shows without words. */
const SHOWS = /<(?:img|iframe|video|hr|svg|table|button)|background-image|cp-video|cp-page-break/;
const OWN_CHECKS = ["Footer", "WorkOrders", "PricingTable", "PageBreak"];

describe("STUDIO-18 a block is empty exactly where its readers see nothing of it", () => {
  const samples = GALLERY_SECTIONS.flatMap(({ block, setting, content }) =>
    content.map((item, index) => [`${block}, ${setting} ${index}`, item] as const),
  ).filter(([, { type }]) => KNOWN_BLOCK_TYPES.includes(type) && !OWN_CHECKS.includes(type));
  test.each(samples)("%s", (_name, { type, props }) => {
    const html = showBlock(type, props);
    const isSeen = readText(html).length > 0 || SHOWS.test(html);
    expect(isEmptyBlock({ type, props })).toBe(!isSeen);
  });
});

test.each([
  ["Heading", { text: "Heading" }, "Heading"],
  ["Paragraph", { text: "<p>Write here.</p>" }, "Write here."],
  ["Paragraph", { text: "Write here. Or there." }, null],
  ["List", { items: [{ title: "Oak" }, { title: "First item" }] }, "First item"],
  ["Button", { text: "Button" }, "Button"],
  ["Heading", { text: "Button" }, null],
  ["PricingTable", { lineItems: [{ product: "Product" }] }, "Product"],
  ["ProvenWayOfWorking", { phases: [{ name: "First phase" }] }, "First phase"],
  ["Deliverables", { title: "What you get", items: [{ content: "Oak" }] }, null],
])("STUDIO-18 of a %s with %j an empty text is %s", (type, props, start) => {
  expect(oldStartIn({ type, props: { id: "one", ...props } })).toBe(start);
});
