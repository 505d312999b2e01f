import { expect, test } from "vitest";
import { documentTotal } from "../pricing/document-total.ts";
import type { PageItem, PuckState } from "./page.ts";
import { withChoices } from "./quoted-work.ts";

function page(props: Record<string, unknown> = {}): PuckState {
  return {
    root: { props: {} },
    content: [
      {
        type: "WorkOrders",
        props: {
          id: "prices",
          gst: true,
          globalDiscountPercent: 10,
          workOrderData: {
            workOrderIds: ["base", "extra"],
            workOrders: [
              {
                workOrderId: "base",
                name: "Base",
                description: "",
                products: [{ productId: "hour", total: 10 }],
                optional: { isOptional: false, doesClientWantWorkDone: false },
              },
              {
                workOrderId: "extra",
                name: "Extra",
                description: "",
                products: [{ productId: "hour", total: 5 }],
                optional: { isOptional: true, doesClientWantWorkDone: true },
              },
            ],
            products: [{ productId: "hour", productName: "Hour", productUnit: "hour", productRate: 100 }],
          },
          ...props,
        },
      },
    ],
  };
}

test("PRICE-1 PRICE-2 PRICE-7 the total follows a choice before the server has answered", () => {
  expect(documentTotal(page())).toBe("1485.00");
  expect(documentTotal(withChoices(page(), new Map([["extra", false]])))).toBe("990.00");
});

test("PRICE-7 without pending choices the page is the same one", () => {
  const same = page();
  expect(withChoices(same, new Map())).toBe(same);
});

test("PRICE-7 a choice changes the block that quotes its work, and leaves all others the same ones", () => {
  const text = { type: "Paragraph", props: { id: "text", text: "Hello" } };
  const inside = (id: string, content: PageItem[]) => ({ type: "Container", props: { id, content } });
  const [quote] = page().content as [PageItem];
  const before = { root: {}, content: [inside("around", [quote, text]), inside("other", [text]), text] };
  const [around, ...others] = withChoices(before, new Map([["extra", false]])).content;
  expect(others).toEqual(before.content.slice(1));
  for (const [at, other] of others.entries()) expect(other).toBe(before.content[at + 1]);
  expect(around?.props.content).toEqual([expect.not.objectContaining(quote), text]);
  const [, retained] = (around?.props.content ?? []) as PageItem[];
  expect(retained).toBe(text);
  expect(withChoices(before, new Map([["elsewhere", false]])).content[0]).toBe(before.content[0]);
});
