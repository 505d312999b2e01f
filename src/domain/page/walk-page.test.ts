import { expect, test } from "vitest";
import type { PageItem, PuckState } from "./page.ts";
import { mapRichText } from "./walk-page.ts";

const page = (...content: PageItem[]): PuckState => ({ content, root: { props: { title: "<b>title</b>" } } });

test("BLOCK-18 each piece of HTML is passed on, at any depth, and nothing else", () => {
  const stored = page(
    { type: "Heading", props: { id: "h", text: "plain" } },
    {
      type: "Container",
      props: {
        id: "c",
        content: [
          {
            type: "Container",
            props: { id: "d", content: [{ type: "Paragraph", props: { id: "p", text: "one" } }] },
          },
          {
            type: "WorkOrders",
            props: {
              id: "w",
              workOrderData: {
                workOrderIds: ["a", "b"],
                workOrders: [
                  { workOrderId: "a", name: "plain", description: "two" },
                  { workOrderId: "b", description: 5 },
                ],
              },
            },
          },
        ],
      },
    },
  );
  const seen: string[] = [];
  const mapped = mapRichText(stored, (html) => {
    seen.push(html);
    return `[${html}]`;
  });
  expect(seen.toSorted()).toEqual(["one", "two"]);
  expect(JSON.stringify(mapped)).toBe(
    JSON.stringify(stored).replace('"one"', '"[one]"').replace('"two"', '"[two]"'),
  );
});

test("BLOCK-18 a block without the HTML it should have stays as it is", () => {
  const stored = page(
    { type: "Paragraph", props: { id: "a" } },
    { type: "Paragraph", props: { id: "b", text: null } },
    { type: "WorkOrders", props: { id: "c", workOrderData: null } },
    { type: "WorkOrders", props: { id: "d", workOrderData: { workOrders: "x" } } },
  );
  expect(mapRichText(stored, () => "changed")).toEqual(stored);
});
