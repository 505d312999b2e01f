import { formatDollars } from "#domain/format.ts";
import type { QuotedWorkOrder } from "#domain/page/blocks/work-orders.ts";
import type { WorkOrderPrice } from "#domain/pricing/price-work-orders.ts";
import type { ShownPrices } from "#domain/pricing/shown-prices.ts";
import type { useHeadingTag } from "./heading-levels.ts";
import { OptionalChoice } from "./optional-choice.tsx";
import { ProductLines } from "./product-lines.tsx";
import { RichText } from "./rich-text.tsx";
import { discountTerm, Sums } from "./sums.tsx";

type WorkOrderProps = {
  workOrder: QuotedWorkOrder;
  price: WorkOrderPrice;
  headingTag: ReturnType<typeof useHeadingTag>;
} & ShownPrices;

export function WorkOrder(props: WorkOrderProps) {
  const { workOrder, price, headingTag: HeadingTag, areAmountsShown, areLinesShown } = props;
  const { name, description, optional, discountName, discountPercent } = workOrder;
  const hasLines = areLinesShown && price.products.length > 0;
  return (
    <article aria-label={name} className={price.isIncluded ? undefined : "cp-work-order--excluded"}>
      <div className="cp-work-order__head">
        <HeadingTag className="cp-work-order__name">{name}</HeadingTag>
        {areAmountsShown && <p className="cp-work-order__price">{formatDollars(price.net)}</p>}
      </div>
      {optional.isOptional && <OptionalChoice workOrder={workOrder} />}
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
