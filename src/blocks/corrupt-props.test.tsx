import fc from "fast-check";
import { expect, test } from "vitest";
import { migratePage } from "#domain/page/migrate-page.ts";
import { showPage } from "#tests/support/show-block.tsx";
import { BLOCK_TYPES } from "./block.tsx";

const EVIL = fc.constantFrom<unknown>(
  null,
  [],
  {},
  -1,
  1e308,
  "javascript:alert(1)",
  "red;background:url(https://evil.example)",
  "</style><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
);

const NAMES = [
  "text",
  "size",
  "anchor",
  "textColor",
  "alignment",
  "style",
  "items",
  "title",
  "link",
  "target",
  "padding",
  "width",
  "align",
  "backgroundColor",
  "borderColor",
  "columns",
  "gap",
  "backgroundImage",
  "blur",
  "scale",
  "justifyContent",
  "maxWidth",
  "backgroundOpacity",
  "content",
  "src",
  "alt",
  "sizeMode",
  "height",
  "workOrderData",
  "hidePricing",
  "gst",
  "globalDiscountPercent",
  "globalDiscountName",
  "businessName",
  "abn",
  "address",
  "termsLink",
  "contactEmail",
  "lineItems",
  "source",
  "urls",
  "phases",
  "header",
  "cards",
];

const INNER_NAMES = [
  "product",
  "price",
  "count",
  "countLabel",
  "url",
  "name",
  "description",
  "time",
  "content",
];
const CARD_NAMES = ["title", "summary", "link", "image", "colour", "imageSize", "imagePosition"];

/** Valid and invalid items of a list. */
const entry = fc.oneof(EVIL, fc.dictionary(fc.constantFrom(...INNER_NAMES, ...CARD_NAMES), EVIL));
const props = fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(EVIL, fc.anything(), fc.array(entry)));

test.each(BLOCK_TYPES)(
  "BLOCK-18 %s shows whatever its props are, also on paper, and nothing in them acts",
  (type) => {
    const failed: string[] = [];
    fc.assert(
      fc.property(props, (value) => {
        const { page } = migratePage({ content: [{ type, props: value }] });
        const onFailedBlock = () => failed.push(type);
        const printed = showPage(page.content, { mode: "print", imageData: () => undefined, onFailedBlock });
        const html = showPage(page.content) + printed;
        expect(html).not.toMatch(/<script|<iframe|<img[^>]*onerror|href="javascript|src="javascript/i);
        const styles = [...html.matchAll(/style="([^"]*)"/g)].map(([, style = ""]) => style);
        for (const style of styles) expect(style).not.toMatch(/evil\.example\)|[<>]/);
      }),
    );
    expect(failed).toEqual([]);
  },
);

test("a failing sanitiser fails loudly rather than letting HTML through", () => {
  const show = () =>
    showPage([{ type: "Paragraph", props: { id: "p", text: "x" } }], {
      sanitise: () => {
        throw new Error("The sanitiser is broken");
      },
    });
  expect(show).toThrow("The sanitiser is broken");
});
