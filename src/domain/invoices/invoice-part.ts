import Big from "big.js";
import { type Dollars, exact, roundToCents, sumOf } from "../decimal.ts";
import { partOfTotal, within } from "../payment-plans/plan-amounts.ts";
import { type InvoiceAmounts, lineOfOne } from "./invoice-line.ts";

/** An invoice of a part of what was accepted. Cancelled invoices are no parts. */
export type InvoicedPart = { percent: number } & Pick<InvoiceAmounts, "gst" | "total">;

/** The percentage of what was accepted that no invoice asks for yet. */
export function openPercent(parts: readonly Pick<InvoicedPart, "percent">[]): number {
  return new Big(100).minus(sumOf(parts.map(({ percent }) => percent))).toNumber();
}

/** The amounts of the next part. The last one takes the rest, so that all parts add up to the whole to the cent. */
export function splitOff(
  whole: InvoiceAmounts,
  others: readonly InvoicedPart[],
  percent: number,
  named: string,
): InvoiceAmounts {
  if (percent === 100) return whole;
  const left = {
    total: exact(whole.total).minus(sumOf(others.map(({ total }) => total))),
    gst: exact(whole.gst).minus(sumOf(others.map(({ gst }) => gst))),
  };
  const isLast = openPercent(others) === percent;
  const shareOf = (amount: Dollars | Big) => exact(amount).times(percent).div(100).round(2, 1);
  const total = partOfTotal(exact(whole.total), left.total, percent, isLast);
  // What is left must hold the GST that is left.
  const gst = isLast
    ? left.gst
    : within(gstWithin(shareOf(whole.gst), left.gst), left.gst.minus(left.total).plus(total), total);
  const subtotal = total.minus(gst);
  const withoutGst = sumOf(whole.lines.filter(({ hasGst }) => !hasGst).map(({ amount }) => amount));
  const hasGst = !exact(whole.gst).eq(0);
  const untaxed = hasGst ? within(shareOf(withoutGst), new Big(0), subtotal) : new Big(0);
  const taxed = subtotal.minus(untaxed);
  const name = `${percent}% of ${named}`;
  const lines = [
    ...(taxed.eq(0) && !untaxed.eq(0) ? [] : [lineOfOne(name, roundToCents(taxed), hasGst)]),
    ...(untaxed.eq(0) ? [] : [lineOfOne(`${name}: work without GST`, roundToCents(untaxed), false)]),
  ];
  const { gstPercent } = whole;
  return {
    lines,
    gstPercent,
    subtotal: roundToCents(subtotal),
    gst: roundToCents(gst),
    total: roundToCents(total),
  };
}

function gstWithin(gst: Big, left: Big): Big {
  return left.lt(0) ? within(gst, left, new Big(0)) : within(gst, new Big(0), left);
}
