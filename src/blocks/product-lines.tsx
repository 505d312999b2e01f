import { formatDollars, formatQuantity } from "#domain/format.ts";
import type { ProductPrice } from "#domain/pricing/price-work-orders.ts";

type ProductLinesProps = { name: string; lines: readonly ProductPrice[]; areAmountsShown: boolean };

/** The products of a work order. On a narrow screen each line becomes a card. */
export function ProductLines({ name, lines, areAmountsShown }: ProductLinesProps) {
  return (
    <table className="cp-lines">
      <caption className="cp-unseen">What {name} consists of</caption>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Quantity</th>
          {areAmountsShown && <th scope="col">Rate</th>}
          {areAmountsShown && <th scope="col">Amount</th>}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a product may be listed twice
          <tr key={index}>
            <th scope="row">{line.product?.productName || "UNKNOWN PRODUCT!"}</th>
            <td className="cp-lines__quantity">
              {line.quantity === null ? "UNKNOWN TOTAL!" : formatQuantity(line.quantity)}{" "}
              <span className="cp-lines__unit">{line.product?.productUnit || "UNKNOWN UNIT!"}</span>
            </td>
            {areAmountsShown && (
              <td className="cp-lines__rate">{formatDollars(String(line.product?.productRate ?? 0))}</td>
            )}
            {areAmountsShown && <td className="cp-lines__amount">{formatDollars(line.amount)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
