import { use, useEffect, useRef } from "react";
import { formatDollars, formatQuantity, formatRate } from "#domain/format.ts";
import { type block, quotedWorkOrders, type WorkOrdersProps } from "#domain/page/blocks/work-orders.ts";
import { priceBlock, type ShownPrices, shownPrices } from "#domain/pricing/document-total.ts";
import type { ProductPrice, QuotePrice, WorkOrderPrice } from "#domain/pricing/price-work-orders.ts";
import type { QuotedWorkOrder } from "#domain/work-orders/document-work.ts";
import type { BlockView } from "../block.tsx";
import { AlignedText, DirectedText, Isolated } from "../directed.tsx";
import { useHeadingTag } from "../heading-levels.ts";
import { SavingContext, SoleTotalLabelContext, useRenderContext } from "../render-context.ts";
import { RichText } from "../rich-text.tsx";
import {
  discountTerm,
  quoteClassName,
  Sums,
  sumsOfQuote,
  totalsClassName,
  withTotalLabel,
} from "../sums.tsx";

/** The work orders of a document, with prices and the client's choices. */
export function WorkOrders({ item, props }: BlockView<typeof block>) {
  const headingTag = useHeadingTag(item.props.id);
  const quoted = quotedWorkOrders(props.workOrderData);
  if (quoted.length === 0) {
    return <p className="cp-quote cp-quote--empty">Add work orders to see information render here</p>;
  }
  const price = priceBlock(props);
  const shown = shownPrices(props);
  const priceById = new Map(price.workOrders.map((one) => [one.workOrderId, one]));
  return (
    <div
      className={quoteClassName(
        shown.areAmountsShown && shown.areLinesShown ? price.workOrders.flatMap(formatLineFigures) : [],
      )}
    >
      <ul className="cp-quote__list">
        {quoted.map(({ workOrderId, workOrder }) => {
          const workOrderPrice = priceById.get(workOrderId);
          return (
            <li
              key={workOrderId}
              className={`cp-work-order${workOrder?.optional.isOptional ? " cp-work-order--optional" : ""}`}
            >
              {workOrder && workOrderPrice ? (
                <WorkOrder workOrder={workOrder} price={workOrderPrice} headingTag={headingTag} {...shown} />
              ) : (
                <p className="cp-work-order__error">Error</p>
              )}
            </li>
          );
        })}
      </ul>
      {shown.areAmountsShown && <QuoteTotals price={price} pricing={props} />}
    </div>
  );
}

/** The texts of each line, by whose length the table chooses its layout. */
function formatLineFigures({ products }: WorkOrderPrice): string[][] {
  return products.map((line) => [quantityText(line), rateText(line), formatDollars(line.amount)]);
}

function quantityText({ quantity }: ProductPrice): string {
  return quantity === null ? "UNKNOWN TOTAL!" : formatQuantity(quantity);
}

function rateText({ product }: ProductPrice): string {
  return formatRate(product?.productRate ?? 0);
}

/** The totals with the current choices. Screen readers announce changes. */
function QuoteTotals({ price, pricing }: { price: QuotePrice; pricing: WorkOrdersProps }) {
  const lines = withTotalLabel(sumsOfQuote(price, pricing), use(SoleTotalLabelContext));
  return (
    <div className={totalsClassName(lines)} aria-live="polite" aria-atomic="true">
      <Sums lines={lines} />
    </div>
  );
}

type WorkOrderProps = {
  workOrder: QuotedWorkOrder;
  price: WorkOrderPrice;
  headingTag: ReturnType<typeof useHeadingTag>;
} & ShownPrices;

function WorkOrder(props: WorkOrderProps) {
  const { workOrder, price, headingTag, areAmountsShown, areLinesShown } = props;
  const { name, description, optional, discountName, discountPercent } = workOrder;
  const hasLines = areLinesShown && price.products.length > 0;
  return (
    <article aria-label={name} className={price.isIncluded ? undefined : "cp-work-order--excluded"}>
      <div className="cp-work-order__head">
        <DirectedText as={headingTag} text={name} className="cp-work-order__name" />
        {areAmountsShown && (
          <p className="cp-work-order__price" translate="no">
            {formatDollars(price.net)}
          </p>
        )}
        {optional.isOptional && <OptionalChoice workOrder={workOrder} />}
      </div>
      <RichText html={description} className="cp-work-order__description" />
      {hasLines && <ProductLines name={name} lines={price.products} areAmountsShown={areAmountsShown} />}
      {areAmountsShown && discountPercent > 0 && (
        <Sums
          lines={[
            { term: "Before discount", amount: price.gross },
            { term: discountTerm(discountName, discountPercent), amount: price.discount, kind: "deduction" },
            { term: "After discount", amount: price.net },
          ]}
        />
      )}
    </article>
  );
}

type ProductLinesProps = { name: string; lines: readonly ProductPrice[]; areAmountsShown: boolean };

/** The products of a work order. On a narrow screen each line becomes a card. */
function ProductLines({ name, lines, areAmountsShown }: ProductLinesProps) {
  return (
    <table className="cp-lines">
      <caption className="cp-unseen">
        What <Isolated text={name} /> consists of
      </caption>
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
            <AlignedText as="th" text={line.product?.productName || "UNKNOWN PRODUCT!"} scope="row" />
            <td className="cp-lines__quantity">
              <span className="cp-lines__number" translate="no">
                {quantityText(line)}
              </span>{" "}
              <Isolated text={line.product?.productUnit || "UNKNOWN UNIT!"} className="cp-lines__unit" />
            </td>
            {areAmountsShown && (
              <td className="cp-lines__rate" translate="no">
                {rateText(line)}
              </td>
            )}
            {areAmountsShown && (
              <td className="cp-lines__amount" translate="no">
                {formatDollars(line.amount)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The checkbox with which a client chooses an optional work order, drawn as a switch; on paper, the choice. */
function OptionalChoice({ workOrder }: { workOrder: QuotedWorkOrder }) {
  const { mode, areChoicesLocked, onChooseOptional } = useRenderContext();
  const { workOrderId, name, optional } = workOrder;
  const isSelected = optional.doesClientWantWorkDone;
  const isSaving = use(SavingContext).has(workOrderId);
  const checkbox = useRef<HTMLInputElement>(null);
  const wasPressed = useRef(false);
  // A disabled checkbox loses the focus; the pressed one gets it back.
  useEffect(() => {
    if (isSaving || !wasPressed.current) return;
    wasPressed.current = false;
    if (document.activeElement === document.body) checkbox.current?.focus({ preventScroll: true });
  }, [isSaving]);
  const printed = isSelected ? "Optional: included" : "Optional: not included";
  if (mode === "print") return <p className="cp-choice__state">{printed}</p>;
  return (
    <p className="cp-choice">
      <label>
        <input
          ref={checkbox}
          type="checkbox"
          // While a choice is being saved, the total may still change: the box is ticked and locked until the answer.
          checked={isSaving || isSelected}
          disabled={isSaving || areChoicesLocked || !onChooseOptional}
          onChange={(event) => {
            wasPressed.current = true;
            onChooseOptional?.(workOrderId, event.currentTarget.checked);
          }}
        />
        <span>
          Include
          <span className="cp-unseen">
            {" "}
            <Isolated text={name} />
          </span>
        </span>
      </label>
      <span className="cp-choice__state">
        <bdi>{isSaving ? "Saving…" : isSelected ? "Optional" : "Optional, not included"}</bdi>
      </span>
      <span className="cp-choice__printed">{printed}</span>
    </p>
  );
}
