import { listProducts } from "#contract/admin/products.ts";
import { formatDollars, formatQuantity, formatRate } from "#domain/format.ts";
import { type OwnPrice, priceOwnWork } from "#domain/pricing/price-work-orders.ts";
import type { AdminWorkOrder } from "#domain/work-orders/admin-work-order.ts";
import { isIncluded } from "#domain/work-orders/is-included.ts";
import { useCall } from "#web/lib/use-call.ts";
import { invoicePath } from "#web/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { RichText } from "#web/ui/rich-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { useGstPercent } from "../ui/company-gst.tsx";
import { documentPath } from "../ui/document-paths.ts";
import { organizationPath } from "../ui/paths.ts";
import { OwnTotals } from "../ui/work-order/own-totals.tsx";

/** A work order for those who only read. */
export function WorkOrderReading({ workOrder }: { workOrder: AdminWorkOrder }) {
  const { description, organizationId, organizationName, linkedNames, createdAt, shownAt } = workOrder;
  const { optional, discountName } = workOrder;
  const gstPercent = useGstPercent();
  const { data: catalogue } = useCall(listProducts, {});
  const price = catalogue && priceOwnWork(workOrder, catalogue, gstPercent);
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-10">
      <div>
        {description.trim() === "" ? (
          <p className="text-ink-soft">There is no description of this work yet.</p>
        ) : (
          <RichText html={description} />
        )}
        {price && price.products.length > 0 ? <Lines price={price} /> : null}
      </div>
      <Card aria-label="Details" className="space-y-4 p-5">
        <DetailList>
          <Detail label="Organization">
            <TextLink to={organizationPath(organizationId)} className="wrap-anywhere">
              {organizationName}
            </TextLink>
          </Detail>
          <Detail label="Document">
            <Linked name={linkedNames.uniqueDocument} to={documentPath(workOrder.uniqueDocument)} />
          </Detail>
          <Detail label="Invoice">
            <Linked name={linkedNames.invoice} to={invoicePath(workOrder.invoice)} />
          </Detail>
          <Detail label="Created">
            <DateText iso={createdAt} />
          </Detail>
          <Detail label="Client">{shownAt === null ? "Does not see it yet" : "Sees it"}</Detail>
          {optional.isOptional ? (
            <Detail label="Optional">{isIncluded(workOrder) ? "Wanted" : "Not wanted"}</Detail>
          ) : null}
        </DetailList>
        <div className="border-line border-t pt-4">
          {price ? <OwnTotals price={price} discountName={discountName} /> : <Skeleton className="h-16" />}
        </div>
      </Card>
    </div>
  );
}

/** A record's name as a link to it. */
function Linked({ name, to }: { name: string | null; to: string }) {
  if (name === null) return "None";
  return (
    <TextLink to={to} className="wrap-anywhere">
      {name}
    </TextLink>
  );
}

/** A phone shows quantity and rate below the product. */
const ON_WIDE = "max-sm:hidden";

function Lines({ price }: { price: OwnPrice }) {
  return (
    <table className="mt-8 w-full border-line border-y">
      <thead>
        <tr className="text-left text-ink-soft text-sm *:py-2 *:font-normal">
          <th scope="col">Product</th>
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
      <tbody className="divide-y divide-line border-line border-t">
        {price.products.map(({ productId, product, quantity, amount }) => {
          const rate = formatRate(product?.productRate ?? 0);
          const units = (
            <>
              <span className="whitespace-nowrap tabular-nums">
                {quantity === null ? "UNKNOWN TOTAL!" : formatQuantity(quantity)}
              </span>{" "}
              <span className="wrap-anywhere text-ink-soft">{product?.productUnit}</span>
            </>
          );
          return (
            <tr key={productId} className="*:py-2.5 *:align-baseline">
              <th scope="row" dir="auto" className="wrap-anywhere text-left font-medium">
                {product?.productName ?? "UNKNOWN PRODUCT!"}
                <span className="block font-normal text-ink-soft text-sm sm:hidden">
                  {units} <span className="whitespace-nowrap">× {rate}</span>
                </span>
              </th>
              <td className={`pl-4 text-right ${ON_WIDE}`}>{units}</td>
              <td className={`money pl-4 ${ON_WIDE}`}>{rate}</td>
              <td translate="no" className="money pl-4">
                {formatDollars(amount)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
