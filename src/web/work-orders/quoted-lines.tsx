import { Exact, Units } from "#blocks/exact.tsx";
import { formatDeduction, formatDollars, formatRate } from "#domain/format.ts";
import type { WorkOrderQuote } from "#domain/work-orders/work-order.ts";

type Lines = NonNullable<WorkOrderQuote["lines"]>;

const NUMBER = "py-2.5 pl-4 text-right align-baseline whitespace-nowrap";
/** A phone shows quantity and rate below the product, with the amount beside them. */
const ON_WIDE = "max-sm:hidden";

/** What a work order consists of, with rates and amounts where the document shows them. */
export function QuotedLines({ lines, price }: { lines: Lines; price: WorkOrderQuote["price"] }) {
  const isPriced = lines.some(({ amount }) => amount !== null);
  return (
    <section aria-labelledby="quoted" className="mt-8">
      <h2 id="quoted" className="mb-2 font-semibold text-lg">
        What’s included
      </h2>
      <table className="w-full border-line border-y">
        <thead>
          <tr className="text-left text-ink-soft text-sm *:py-2 *:font-normal">
            <th scope="col">Product</th>
            <th scope="col" className={`pl-4 text-right ${isPriced ? ON_WIDE : ""}`}>
              Quantity
            </th>
            {isPriced ? (
              <th scope="col" className={`pl-4 text-right ${ON_WIDE}`}>
                Rate
              </th>
            ) : null}
            {isPriced ? (
              <th scope="col" className="pl-4 text-right">
                Amount
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-t">
          {lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may be listed twice
            <Line key={place} line={line} isPriced={isPriced} />
          ))}
        </tbody>
        {isPriced && price && Number(price.discount) !== 0 ? (
          <tfoot className="divide-y divide-line border-line border-t">
            <Sum label="Before discount" amount={formatDollars(price.gross)} />
            <Sum label="Discount" amount={formatDeduction(price.discount)} />
            <Sum label="After discount" amount={formatDollars(price.net)} />
          </tfoot>
        ) : null}
      </table>
    </section>
  );
}

function Line({ line, isPriced }: { line: Lines[number]; isPriced: boolean }) {
  const { productName, productUnit, total, rate, amount } = line;
  const units = (
    <Units
      quantity={total}
      unit={productUnit || "UNKNOWN UNIT!"}
      unitClassName="wrap-anywhere text-ink-soft"
    />
  );
  return (
    <tr>
      <th scope="row" className="wrap-anywhere min-w-24 py-2.5 text-left align-baseline font-medium">
        {productName || "UNKNOWN PRODUCT!"}
        {isPriced ? (
          <span className="block font-normal text-ink-soft text-sm sm:hidden">
            {units}
            {rate ? <Exact className="whitespace-nowrap"> × {formatRate(Number(rate))}</Exact> : null}
          </span>
        ) : null}
      </th>
      <td className={`py-2.5 pl-4 text-right align-baseline ${isPriced ? ON_WIDE : ""}`}>{units}</td>
      {isPriced ? (
        <td translate="no" className={`money ${NUMBER} ${ON_WIDE}`}>
          {rate && formatRate(Number(rate))}
        </td>
      ) : null}
      {isPriced ? (
        <td translate="no" className={`money ${NUMBER}`}>
          {amount && formatDollars(amount)}
        </td>
      ) : null}
    </tr>
  );
}

function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <tr>
      <th scope="row" className="py-2.5 text-left font-normal text-ink-soft">
        {label}
      </th>
      <td className={ON_WIDE} />
      <td className={ON_WIDE} />
      <td translate="no" className={`money ${NUMBER}`}>
        {amount}
      </td>
    </tr>
  );
}
