import { use } from "react";
import { formatDollars, formatQuantity, formatRate } from "#domain/format.ts";
import type { block } from "#domain/page/blocks/pricing-table.ts";
import type { PageItem } from "#domain/page/page.ts";
import { type LineItemsPrice, priceLineItems } from "#domain/pricing/price-work-orders.ts";
import type { BlockView } from "../block.tsx";
import { AlignedText, Isolated } from "../directed.tsx";
import { EditNote } from "../edit-note.tsx";
import { EditableText } from "../editable-text.tsx";
import { SoleTotalLabelContext, useRenderContext } from "../render-context.ts";
import { quoteClassName, Sums, sumsOfTable, totalsClassName, withTotalLabel } from "../sums.tsx";

export function PricingTable({ item, props }: BlockView<typeof block>) {
  const totalLabel = use(SoleTotalLabelContext);
  if (props.lineItems.length === 0) return <EditNote>Add line items to show a price here.</EditNote>;
  const price = priceLineItems(props);
  const sums = withTotalLabel(sumsOfTable(price, props), totalLabel);
  const figures = price.lines.map(({ count, price, amount }) => [
    countText(count),
    priceText(price),
    formatDollars(amount),
  ]);
  return (
    <div className={`${quoteClassName(figures)} cp-pricing-table`}>
      <table className="cp-lines">
        <caption className="cp-unseen">What it costs</caption>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Count</th>
            <th scope="col">Price</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {price.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: line items have no id, and two may read the same
            <Line key={index} item={item} index={index} line={line} />
          ))}
        </tbody>
      </table>
      <div className={totalsClassName(sums)}>
        <Sums lines={sums} />
      </div>
    </div>
  );
}

type LineProps = { item: PageItem; index: number; line: LineItemsPrice["lines"][number] };

function Line({ item, index, line }: LineProps) {
  const { write } = useRenderContext();
  const { product, price, count, countLabel, amount } = line;
  return (
    <tr>
      <AlignedText as="th" text={product} scope="row">
        {write || product.trim() ? (
          <EditableText item={item} path={["lineItems", index, "product"]} text={product} />
        ) : (
          "UNKNOWN PRODUCT!"
        )}
      </AlignedText>
      <td className="cp-lines__quantity">
        <span className="cp-lines__number" translate="no">
          {countText(count)}
        </span>
        {(countLabel || write) && (
          <span className="cp-lines__unit">
            {" "}
            <Isolated text={countLabel}>
              <EditableText item={item} path={["lineItems", index, "countLabel"]} text={countLabel} />
            </Isolated>
          </span>
        )}
      </td>
      <td className="cp-lines__rate" translate="no">
        {priceText(price)}
      </td>
      <td className="cp-lines__amount" translate="no">
        {formatDollars(amount)}
      </td>
    </tr>
  );
}

function countText(count: number | null): string {
  return count === null ? "UNKNOWN TOTAL!" : formatQuantity(count);
}

/** A price that no one can read counts as 0, but is never shown as one. */
function priceText(price: number | null): string {
  return price === null ? "UNKNOWN PRICE!" : formatRate(price);
}
