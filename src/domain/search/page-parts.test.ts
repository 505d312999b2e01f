import { expect, test } from "vitest";
import { pageParts } from "./page-parts.ts";

test("COMPANY-10 a page is cut into the texts of its blocks, nested ones too, without tags and addresses", () => {
  const item = (type: string, props: object) => ({ type, props: { id: type, ...props } });
  const long = `${"word ".repeat(5000)}end`;
  const page = {
    root: { props: {} },
    content: [
      item("Paragraph", {
        text: '<p>a <b>b</b>c &lt;d&gt;</p><ul><li>e</li></ul><a href="https://x.example">f</a>',
      }),
      item("Heading", { text: "Costs" }),
      item("Container", {
        content: [
          item("PricingTable", {
            lineItems: [{ product: "Audit", price: 120, count: 2, countLabel: "hours" }],
          }),
        ],
      }),
      item("Image", { src: "/x.png", alt: "Nobody reads this" }),
      item("List", { items: [{ title: long }] }),
    ],
  };
  const parts = pageParts(page);
  expect(parts.slice(0, 3)).toEqual([
    { blockId: "Paragraph", heading: null, body: "a bc <d> e f" },
    { blockId: "Heading", heading: "Costs", body: "Costs" },
    { blockId: "PricingTable", heading: "Costs", body: "Audit hours" },
  ]);
  expect(
    parts
      .slice(3)
      .map(({ body }) => body)
      .join(" "),
  ).toBe(long);
  expect(parts).toHaveLength(5);
});
