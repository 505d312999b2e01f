import { expect, test } from "vitest";
import type { PuckState } from "../page/page.ts";
import { planFaults, planWarnings } from "./payment-plan.ts";

const TODAY = "2026-11-28";
const part = (percent: number, due = "accepted", given: object = {}) => ({
  name: "",
  percent,
  due,
  ...given,
});
const quote = (...workOrderIds: string[]) => ({
  type: "WorkOrders",
  props: { id: "quote", workOrderData: { workOrderIds } },
});
const pageOf = (parts: object[], ...others: PuckState["content"]): PuckState => ({
  root: { props: {} },
  content: [...others, { type: "PaymentPlan", props: { id: "plan", parts } }],
});
const faultsOf = (page: PuckState, ...workIds: string[]) =>
  planFaults(page, TODAY, new Set(workIds)).map(({ item, message }) => [item.props.id, message]);

test.each<[string, object[], string]>([
  [
    "less than the total",
    [part(30), part(40, "done")],
    "The payments of the payment plan add up to 70%. They must add up to 100%.",
  ],
  [
    "a hundredth more",
    [part(50.01), part(50)],
    "The payments of the payment plan add up to 100.01%. They must add up to 100%.",
  ],
  [
    "nothing",
    [part(100), part(0)],
    "“Payment 2” in the payment plan has no percentage. Enter its part of the total.",
  ],
  [
    "more decimals than are stored",
    [part(33.3333333), part(66.6666667)],
    "“Payment 1” in the payment plan has a percentage that can't be invoiced. Please use at most 6 decimals.",
  ],
  ["a day that is missing", [part(100, "date")], "“Payment 1” in the payment plan has no date. Choose one."],
  [
    "a day that has passed",
    [part(100, "date", { name: "Deposit", day: "2026-11-27" })],
    "“Deposit” in the payment plan is invoiced on 27 Nov 2026, which has passed. Choose a later date.",
  ],
  [
    "more parts than anyone pays",
    Array.from({ length: 40 }, () => part(2.5)),
    "A payment plan has at most 36 payments.",
  ],
])("FIRST-9 a plan that asks for %s is refused in one sentence at its block", (_, parts, message) => {
  expect(faultsOf(pageOf(parts))).toEqual([["plan", message]]);
});

test("FIRST-9 a plan that adds up in hundredths, from today on, has no fault", () => {
  const thirds = [part(33.33), part(33.33, "date", { day: TODAY }), part(33.34, "done")];
  expect(faultsOf(pageOf(thirds, quote("a")), "a")).toEqual([]);
  expect(faultsOf(pageOf([]))).toEqual([]);
});

test("FIRST-9 a plan that waits for removed work is refused, and one without any work is only warned of", () => {
  const parts = [part(50), part(50, "done", { name: "Rest" })];
  const removed = pageOf(parts, quote("a", "b"));
  expect(faultsOf(removed, "c")).toEqual([
    [
      "plan",
      "“Rest” in the payment plan waits for work that was removed. Add work, or choose when it is invoiced.",
    ],
  ]);
  expect(faultsOf(removed, "b")).toEqual([]);
  const price = { product: "Oak", price: 10, count: 1 };
  const table = { type: "PricingTable", props: { id: "table", lineItems: [price], gstPercent: 10 } };
  expect(faultsOf(pageOf(parts, table))).toEqual([]);
  expect(planWarnings(pageOf(parts, table), new Set()).map(({ message }) => message)).toEqual([
    "“Rest” in the payment plan waits for work to be done, and the document has none. You will prepare this invoice yourself.",
  ]);
});

test("FIRST-9 a second plan of a page is refused at its block", () => {
  const second = { type: "PaymentPlan", props: { id: "second", parts: [part(100)] } };
  const page = pageOf([part(100)]);
  expect(faultsOf({ ...page, content: [...page.content, second] })).toEqual([
    ["second", "A document has one payment plan. Delete the others."],
  ]);
});
