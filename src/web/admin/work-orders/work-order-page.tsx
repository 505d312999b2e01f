import type { ReactNode } from "react";
import { Units } from "#blocks/exact.tsx";
import { listProducts } from "#contract/admin/products.ts";
import { changeWorkOrder, getManagedWorkOrder, getWorkOrderHistory } from "#contract/admin/work-orders.ts";
import { formatDollars, formatRate } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import { INVOICE_STATUS_LABELS } from "#domain/invoices/invoice.ts";
import { type OwnPrice, priceOwnWork } from "#domain/pricing/price-work-orders.ts";
import { isIncluded } from "#domain/work-orders/is-included.ts";
import type { ManagedWorkOrder, WorkOrderEvent } from "#domain/work-orders/managed-work-order.ts";
import { WORK_ORDER_STATUS_LABELS, type WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { useGstPercent } from "#web/admin/ui/company-gst.tsx";
import { documentPath } from "#web/admin/ui/document-paths.ts";
import { OwnTotals } from "#web/admin/ui/work-order/own-totals.tsx";
import { call } from "#web/lib/call.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { invoicePath } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { DateText, DateTimeText } from "#web/ui/date-text.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { AmountsHead, ON_WIDE } from "#web/ui/invoice-amounts.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { RichText } from "#web/ui/rich-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Crumbs, TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { organizationPath, WORK_ORDERS } from "../ui/paths.ts";
import { FormAndCardsSkeleton, RecordScreen } from "../ui/record-screen.tsx";
import type { Entered } from "../ui/work-order/form-values.ts";
import { WORK_ORDER_NAMES, WorkOrderForm } from "../ui/work-order/work-order-form.tsx";
import { WorkOrderActions } from "./work-order-actions.tsx";

export function WorkOrderPage() {
  const { workOrderId = "" } = useParams();
  return (
    <RecordScreen
      answer={useCall(getManagedWorkOrder, { params: { id: workOrderId } })}
      id={workOrderId}
      noun="work order"
      list={{ to: WORK_ORDERS, label: "All work orders" }}
      title={({ name }) => name}
      skeleton={<FormAndCardsSkeleton sidebarHeight="h-96" />}
    >
      {(workOrder) => <WorkOrderDetail workOrder={workOrder} />}
    </RecordScreen>
  );
}

function WorkOrderDetail({ workOrder }: { workOrder: ManagedWorkOrder }) {
  const cached = useCached();
  const mayChange = useMayActAs("editor");
  const { workOrderId, externalId, name, workOrderStatus, documentStatus, linkedNames } = workOrder;

  async function save({ organizationId: _, ...entered }: Entered, recordVersion: number) {
    const changed = await call(changeWorkOrder, {
      params: { id: workOrderId },
      body: { ...entered, recordVersion },
    });
    showToast({ title: "Work order saved", text: changed.name });
    await cached.replace(getManagedWorkOrder, { params: { id: workOrderId } }, changed);
    void cached.refetch(getWorkOrderHistory);
    return changed;
  }

  return (
    <article>
      <PageHeading
        eyebrow={
          <Crumbs to={WORK_ORDERS} label="Work orders">
            {externalId}
          </Crumbs>
        }
        aside={<Badge status={workOrderStatus} />}
        actions={mayChange ? <WorkOrderActions workOrder={workOrder} /> : null}
      >
        {name}
      </PageHeading>
      {mayChange && documentStatus !== null && documentStatus !== "DRAFT" ? (
        <Notice tone="info" className="mb-6">
          “{linkedNames.uniqueDocument}” has been sent. What its client accepts is what they have read,
          whatever changes here.
        </Notice>
      ) : null}
      {mayChange ? (
        <WorkOrderForm workOrder={workOrder} onSave={save} />
      ) : (
        <WorkOrderReading workOrder={workOrder} />
      )}
      <History workOrderId={workOrderId} />
    </article>
  );
}

/** Who made, changed and moved a work order, the latest first. */
export function History({ workOrderId }: { workOrderId: Id }) {
  const { data, error, mutate } = useCall(getWorkOrderHistory, { params: { id: workOrderId } });
  return (
    <section aria-labelledby="history" className="mt-12 max-w-3xl">
      <h2 id="history" className="mb-2 font-semibold text-lg">
        History
      </h2>
      <HistoryList events={data} />
      {fetchFailure({ data, error, mutate }, "We were unable to fetch the history.")}
      {data?.length === 0 ? (
        <p className="text-ink-soft">Nothing has been recorded: this work order was imported.</p>
      ) : null}
    </section>
  );
}

function HistoryList({ events }: { events: readonly WorkOrderEvent[] | undefined }) {
  if (events === undefined) return <Skeleton className="h-16 w-full max-w-md" />;
  return (
    <ol className="divide-y divide-line border-line border-y empty:hidden">
      {events.map((event) => (
        <li
          key={`${event.at} ${event.what} ${event.to}`}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5"
        >
          <span dir="auto">
            <span className="font-medium">{event.who ?? "The portal"}</span> <Action event={event} />
          </span>
          <DateTimeText iso={event.at} className="text-ink-faint text-sm" />
        </li>
      ))}
    </ol>
  );
}

function Action({
  event: { what, from, to, fields, isWanted, invoice },
}: {
  event: WorkOrderEvent;
}): ReactNode {
  switch (what) {
    case "add":
      return "added it";
    case "change":
      return `changed ${fields.map((field) => WORK_ORDER_NAMES[field] ?? field).join(", ")}`;
    case "move":
      return `moved it from ${nameOf(from)} to ${nameOf(to)}`;
    case "settle":
      return `accepted its document, which moved it from ${nameOf(from)} to ${nameOf(to)}`;
    case "show":
      return "showed it to the client";
    case "choose":
      return isWanted ? "chose this optional work" : "left this optional work out";
    case "issue-invoice":
      return `issued its invoice ${invoice?.externalId}`;
    case "mark-invoice":
      return `marked its invoice ${invoice?.externalId} as ${INVOICE_STATUS_LABELS[invoice?.status ?? "UNPAID"].toLowerCase()}`;
  }
}

function nameOf(status: WorkOrderStatus | null): string {
  return status === null ? "another status" : WORK_ORDER_STATUS_LABELS[status];
}

/** A work order for those who only read. */
function WorkOrderReading({ workOrder }: { workOrder: ManagedWorkOrder }) {
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
          <Detail label="Client">{shownAt === null ? "Doesn't see it yet" : "Sees it"}</Detail>
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

function Linked({ name, to }: { name: string | null; to: string }) {
  if (name === null) return "None";
  return (
    <TextLink to={to} className="wrap-anywhere">
      {name}
    </TextLink>
  );
}

function Lines({ price }: { price: OwnPrice }) {
  return (
    <table className="mt-8 w-full border-line border-y">
      <AmountsHead first="Product" />
      <tbody className="divide-y divide-line border-line border-t">
        {price.products.map(({ productId, product, quantity, amount }) => {
          const rate = formatRate(product?.productRate ?? 0);
          const units = (
            <Units
              quantity={quantity}
              unit={product?.productUnit}
              unitClassName="wrap-anywhere text-ink-soft"
            />
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
