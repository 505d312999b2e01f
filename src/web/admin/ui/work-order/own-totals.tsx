import { exact } from "#domain/decimal.ts";
import { formatDeduction, formatDollars } from "#domain/format.ts";
import type { OwnPrice } from "#domain/pricing/price-work-orders.ts";

/** The totals of one work order, with every step. */
export function OwnTotals({ price, discountName }: { price: OwnPrice; discountName: string | null }) {
  const { gross, discount, net, gst, gstPercent, total, isUncountable } = price;
  if (isUncountable) {
    return (
      <p role="status" className="text-red-ink">
        This comes to a trillion dollars or more, which the portal can't count.
      </p>
    );
  }
  return (
    <dl aria-label="Totals" className="grid grid-cols-[1fr_auto] gap-y-1.5">
      {exact(discount).eq(0) ? null : (
        <>
          <Sum label="Before discount" amount={formatDollars(gross)} />
          <Sum label={discountName || "Discount"} amount={formatDeduction(discount)} />
        </>
      )}
      {gstPercent === 0 ? null : (
        <>
          <Sum label="Before GST" amount={formatDollars(net)} />
          <Sum label={`GST (${gstPercent}%)`} amount={formatDollars(gst)} />
        </>
      )}
      <Sum label="Total" amount={formatDollars(total)} isLast />
    </dl>
  );
}

function Sum({ label, amount, isLast = false }: { label: string; amount: string; isLast?: boolean }) {
  return (
    <div className={isLast ? "contents font-semibold" : "contents text-ink-soft"}>
      <dt dir="auto" className={isLast ? "border-line border-t pt-1.5 pr-4" : "wrap-anywhere pr-4"}>
        {label}
      </dt>
      <dd translate="no" className={isLast ? "money border-line border-t pt-1.5" : "money"}>
        {amount}
      </dd>
    </div>
  );
}
