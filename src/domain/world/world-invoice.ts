import { z } from "zod";
import { exact, roundToCents, sumOf } from "../decimal.ts";
import { addDays } from "../documents/validity.ts";
import { formatDollars } from "../format.ts";
import { Id } from "../id.ts";
import { DetailedInvoice, DueDate, Invoice } from "../invoices/invoice.ts";
import { TypedLines } from "../invoices/invoice-details.ts";
import { InvoicePayment } from "../invoices/payment.ts";
import { Percent, Rate } from "../pricing/ranges.ts";
import { WorldMoment } from "./world-moment.ts";

const DISTANCE = /^([+-]\d{1,5})d$/;

/** A day, or its distance in days from the day of the import: "-7d", "+14d". */
const WorldDay = z.string().refine((text) => DISTANCE.test(text) || DueDate.safeParse(text).success, {
  error: 'Expected a day such as "2026-03-01", or days from the import such as "-7d" or "+14d"',
});

/** The day that a file means if it is imported on the day `today`. */
export function dayAt(day: string, today: string): string {
  const [, distance] = DISTANCE.exec(day) ?? [];
  return distance === undefined ? day : addDays(today, Number(distance));
}

const Line = TypedLines.element;

const WorldLine = Line.extend({
  quantity: Line.shape.quantity.default(1),
  unit: Line.shape.unit.default(null),
  discountPercent: Line.shape.discountPercent.default(0),
  hasGst: Line.shape.hasGst.default(true),
});

const isOfCents = (amount: number) => amount > 0 && exact(amount).eq(exact(roundToCents(exact(amount))));

const WorldPayment = InvoicePayment.extend({
  paidOn: WorldDay,
  amount: Rate.refine(isOfCents, "Expected dollars and whole cents above 0"),
  reference: z.string().min(1).max(200).nullable().default(null),
});

export const WorldInvoice = Invoice.extend({
  invoiceId: Id.optional(),
  xeroLink: Invoice.shape.xeroLink.default(null),
  dueDate: WorldDay.nullable().default(null),
  /** None: the portal knows no amounts of it. */
  lines: z.array(WorldLine).max(200).default([]),
  /** Default: the rate of the portal's settings. */
  gstPercent: Percent.optional(),
  terms: z.string().min(1).max(1000).nullable().default(null),
  /** Default: its number. */
  reference: DetailedInvoice.shape.reference.min(1).max(200).nullable().default(null),
  payments: z.array(WorldPayment).max(200).default([]),
  createdAt: WorldMoment.optional(),
  updatedAt: WorldMoment.optional(),
});

type Paid = Pick<Invoice, "invoiceStatus"> & {
  /** Null: the portal knows no amounts of it. */
  total: string | null;
  payments: readonly { paidOn: string; amount: number }[];
};

/** What is wrong with the payments of an imported invoice, at a path of it; null: nothing. */
export function findPaymentFault(
  { invoiceStatus, total, payments }: Paid,
  today: string,
): { path: string; message: string } | null {
  if (payments.length === 0) return null;
  if (total === null)
    return { path: "payments", message: "An invoice without lines has no amount that is paid" };
  if (invoiceStatus === "CANCELLED")
    return { path: "payments", message: "A cancelled invoice has no payments" };
  const late = payments.findIndex(({ paidOn }) => paidOn > today);
  if (late !== -1) return { path: `payments[${late}].paidOn`, message: "This day is in the future" };
  const paid = sumOf(payments.map(({ amount }) => amount));
  const sums = `The payments come to ${formatDollars(roundToCents(paid))} of ${formatDollars(total)}`;
  if (paid.gt(exact(total))) return { path: "payments", message: `${sums}, which is too much` };
  const status = paid.eq(exact(total)) ? "PAID" : "UNPAID";
  return status === invoiceStatus ? null : { path: "invoiceStatus", message: `${sums}, so it is ${status}` };
}
