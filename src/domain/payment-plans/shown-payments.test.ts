import { expect, test } from "vitest";
import { PAGE_VERSION } from "../page/page-version.ts";
import { firstPayment, type ShownPayment, shownPayments } from "./shown-payments.ts";

const payment = (name: string, due: ShownPayment["due"], day?: string): ShownPayment => ({
  name,
  due,
  day,
  percent: 50,
  amount: null,
});

test.each([
  [[payment("Rest", "done"), payment("Deposit", "accepted")], "Deposit"],
  [[payment("June", "date", "2027-06-01"), payment("May", "date", "2027-05-01")], "May"],
  [[payment("June", "date", "2027-06-01"), payment("Rest", "done")], "June"],
  [[], undefined],
])("FIRST-9 the payment that is invoiced first is that on acceptance, or the earliest", (plan, first) => {
  expect(firstPayment(plan)?.name).toBe(first);
});

const page = (price: number, parts: object[]) => ({
  version: PAGE_VERSION,
  root: { props: {} },
  content: [
    {
      type: "PricingTable",
      props: {
        id: "p",
        gst: true,
        gstPercent: 10,
        lineItems: [{ product: "Shop", price, count: 1, countLabel: "" }],
      },
    },
    { type: "PaymentPlan", props: { id: "q", parts } },
  ],
});

test("FIRST-9 a reader sees each payment with its amount, a nameless one with its number, and none of a plan of nothing", () => {
  const parts = [
    { name: "Deposit", percent: 30, due: "accepted" },
    { name: "", percent: 70, due: "done" },
  ];
  expect(shownPayments(page(100.01, parts)).map(({ name, amount }) => [name, amount])).toEqual([
    ["Deposit", "33.00"],
    ["Payment 2", "77.01"],
  ]);
  expect(shownPayments(page(0, parts))).toEqual([]);
});
