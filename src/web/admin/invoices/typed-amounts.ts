import type { z } from "zod";
import { A_TRILLION, exact } from "#domain/decimal.ts";
import { InvoiceLinesForm } from "#domain/invoices/invoice-details.ts";
import type { InvoiceAmounts } from "#domain/invoices/invoice-line.ts";
import { invoiceOfLines } from "#domain/invoices/invoice-of-page.ts";

const { quantity, rate, discountPercent } = InvoiceLinesForm.shape.lines.element.shape;

/** The lines of a form. */
export type TypedLines = z.input<typeof InvoiceLinesForm>["lines"];

export type TypedAmounts = InvoiceAmounts & { isUncountable: boolean };

/** The amounts of the current input. A figure that cannot be read counts as 0. */
export function priceTyped(lines: TypedLines, gstPercent: number): TypedAmounts {
  const amounts = invoiceOfLines(
    lines.map((line) => ({
      ...line,
      quantity: quantity.safeParse(line.quantity).data ?? 0,
      rate: rate.safeParse(line.rate).data ?? 0,
      discountPercent: discountPercent.safeParse(line.discountPercent).data ?? 0,
    })),
    gstPercent,
  );
  return { ...amounts, isUncountable: exact(amounts.total).gte(A_TRILLION) };
}
