import type { Dollars } from "../decimal.ts";
import type { PaymentPart } from "../page/blocks/payment-plan.ts";
import type { PuckState } from "../page/page.ts";
import { planTotal } from "../pricing/price-summary.ts";
import { planOf } from "./payment-plan.ts";
import { nameOfPart, planAmounts } from "./plan-amounts.ts";

export type ShownPayment = Pick<PaymentPart, "due" | "day" | "percent"> & {
  name: string;
  /** Null: the page hides prices. */
  amount: Dollars | null;
};

/** The payments of a resolved page's plan as its reader sees them; none without a plan, or if there is nothing to pay. */
export function shownPayments(page: PuckState): ShownPayment[] {
  const parts = planOf(page);
  const total = planTotal(page);
  if (total === "0.00") return [];
  const amounts =
    total === null
      ? []
      : planAmounts(
          total,
          parts.map(({ percent }) => percent),
        );
  return parts.map((part, index) => ({
    due: part.due,
    day: part.day,
    percent: part.percent,
    name: nameOfPart(part, index),
    amount: amounts[index] ?? null,
  }));
}

/** The payment that is invoiced first: on acceptance, or else on the earliest day, or else as the plan begins. */
export function firstPayment(payments: readonly ShownPayment[]): ShownPayment | null {
  const accepted = payments.find(({ due }) => due === "accepted");
  if (accepted) return accepted;
  // Work may be done before any day.
  if (payments.some(({ due }) => due === "done")) return payments[0] ?? null;
  return payments.toSorted((one, other) => (one.day ?? "").localeCompare(other.day ?? ""))[0] ?? null;
}
