import { Exact, Units } from "#blocks/exact.tsx";
import { formatDollars, formatRate } from "#domain/format.ts";
import { addsGst, type InvoiceAmounts, type InvoiceLine } from "#domain/invoices/invoice-line.ts";

const NUMBER = "py-2.5 pl-4 text-right align-baseline whitespace-nowrap tabular-nums";
/** A phone shows a line's description over its quantity and rate, with the amount beside them. */
export const ON_WIDE = "max-sm:hidden";

/** The lines of an invoice, and their totals with GST. */
export function InvoiceAmountsTable({ lines, subtotal, gst, gstPercent, total }: InvoiceAmounts) {
  const hasGst = addsGst({ gst });
  return (
    <section aria-labelledby="lines" className="mt-8 max-w-4xl">
      <h2 id="lines" className="mb-2 font-semibold text-lg">
        Items
      </h2>
      <table className="w-full border-line border-y">
        <AmountsHead first="Description" />
        <tbody className="divide-y divide-line border-line border-t">
          {lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are frozen and have no ids
            <Line key={place} {...line} isPlain={!hasGst} />
          ))}
        </tbody>
        <tfoot className="border-line border-t">
          {hasGst ? (
            <>
              <Sum label="Subtotal" amount={subtotal} />
              <Sum label={`GST (${gstPercent}%)`} amount={gst} />
            </>
          ) : null}
          <Sum label={hasGst ? "Total including GST" : "Total"} amount={total} isTotal />
        </tfoot>
      </table>
    </section>
  );
}

/** The header of a table of quantities, rates and amounts. */
export function AmountsHead({ first }: { first: string }) {
  return (
    <thead>
      <tr className="text-left text-ink-soft text-sm *:py-2 *:font-normal">
        <th scope="col">{first}</th>
        <th scope="col" className={`pl-4 text-right ${ON_WIDE}`}>
          Quantity
        </th>
        <th scope="col" className={`pl-4 text-right ${ON_WIDE}`}>
          Rate
        </th>
        <th scope="col" className="pl-4 text-right">
          Amount
        </th>
      </tr>
    </thead>
  );
}

type LineProps = InvoiceLine & { /** Whether no line has GST. */ isPlain: boolean };

function Line({ description, quantity, unit, rate, discountPercent, amount, hasGst, isPlain }: LineProps) {
  const units = <Units quantity={quantity} unit={unit} />;
  const notes = [
    ...(discountPercent === 0 ? [] : [`less ${discountPercent}%`]),
    ...(hasGst || isPlain ? [] : ["without GST"]),
  ];
  return (
    <tr>
      <th scope="row" dir="auto" className="wrap-anywhere py-2.5 text-left align-baseline font-medium">
        {description}
        <span className="block font-normal text-ink-soft text-sm sm:hidden">
          {units} × <Exact className="whitespace-nowrap">{formatRate(rate)}</Exact>
        </span>
        {notes.length > 0 ? (
          <span className="block font-normal text-ink-soft text-sm">{notes.join(", ")}</span>
        ) : null}
      </th>
      <td className={`wrap-anywhere py-2.5 pl-4 text-right align-baseline tabular-nums ${ON_WIDE}`}>
        {units}
      </td>
      <td translate="no" className={`${NUMBER} ${ON_WIDE}`}>
        {formatRate(rate)}
      </td>
      <td translate="no" className={NUMBER}>
        {formatDollars(amount)}
      </td>
    </tr>
  );
}

function Sum({ label, amount, isTotal = false }: { label: string; amount: string; isTotal?: boolean }) {
  const look = isTotal ? "font-semibold" : "font-normal text-ink-soft";
  return (
    <tr>
      <th scope="row" className={`py-1.5 text-left ${look}`}>
        {label}
      </th>
      <td className={ON_WIDE} />
      <td className={ON_WIDE} />
      <td translate="no" className={`${NUMBER} py-1.5 ${isTotal ? "font-semibold" : ""}`}>
        {formatDollars(amount)}
      </td>
    </tr>
  );
}
