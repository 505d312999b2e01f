import { formatDollars } from "#domain/format.ts";
import type { TypedAmounts } from "./typed-amounts.ts";

/** The running totals of an invoice form. */
export function InvoiceSums({ amounts }: { amounts: TypedAmounts }) {
  const { lines, subtotal, gst, gstPercent, total, isUncountable } = amounts;
  if (lines.length === 0) return <p className="text-ink-soft text-sm">No lines, so no amounts yet.</p>;
  if (isUncountable) {
    return (
      <p role="status" className="text-red-ink">
        This comes to a trillion dollars or more, which the portal cannot count.
      </p>
    );
  }
  return (
    <dl aria-label="Totals" className="grid grid-cols-[1fr_auto] gap-y-1.5">
      {gstPercent === 0 ? null : (
        <>
          <dt className="text-ink-soft">Subtotal</dt>
          <dd translate="no" className="money text-ink-soft">
            {formatDollars(subtotal)}
          </dd>
          <dt className="text-ink-soft">GST ({gstPercent}%)</dt>
          <dd translate="no" className="money text-ink-soft">
            {formatDollars(gst)}
          </dd>
        </>
      )}
      <dt className="border-line border-t pt-1.5 font-semibold">Total</dt>
      <dd translate="no" className="money border-line border-t pt-1.5 font-semibold">
        {formatDollars(total)}
      </dd>
    </dl>
  );
}
