import { Exact } from "#blocks/exact.tsx";
import { getWorkOrder } from "#contract/work-orders.ts";
import { formatDollars } from "#domain/format.ts";
import { isIncluded } from "#domain/work-orders/is-included.ts";
import { type DetailedWorkOrder, WORK_ORDER_STATUS_LABELS } from "#domain/work-orders/work-order.ts";
import { useParams } from "../lib/routing/use-routing.ts";
import { useStartAtListAfterSwitch } from "../lib/start-at-list-after-switch.ts";
import { useCall } from "../lib/use-call.ts";
import { usePageTitle } from "../lib/use-page-title.ts";
import { PATHS } from "../paths.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { DateText } from "../ui/date-text.tsx";
import { Detail, DetailList } from "../ui/detail-list.tsx";
import { FailedScreen } from "../ui/failed-screen.tsx";
import { NotShown } from "../ui/not-shown.tsx";
import { PageBody, PageHeading } from "../ui/page-body.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { LinkedCell, linkedDocument, linkedInvoice } from "./linked-cell.tsx";
import { QuotedLines } from "./quoted-lines.tsx";

export function WorkOrderPage() {
  const { workOrderId = "" } = useParams();
  const { data, error, mutate } = useCall(getWorkOrder, {
    params: { id: workOrderId },
    query: { include: "quote" },
  });
  usePageTitle(data?.name ?? "Work order");
  useStartAtListAfterSwitch(PATHS.workOrders);

  if (error && !data) {
    return (
      <FailedScreen
        error={error}
        lookedFor={`Work order ${workOrderId}`}
        title="An unexpected error has occurred"
        message="We were unable to fetch the requested work order, you may not have sufficent permissions or it may not exist."
        onRetry={() => void mutate()}
        link={{ to: PATHS.workOrders, label: "All work orders" }}
      />
    );
  }
  return <PageBody>{data ? <WorkOrderDetail workOrder={data} /> : <DetailLoading />}</PageBody>;
}

function WorkOrderDetail({ workOrder }: { workOrder: DetailedWorkOrder }) {
  const { externalId, name, workOrderStatus, description, createdAt, optional, quote } = workOrder;
  const document = linkedDocument(workOrder);
  return (
    <article>
      <PageHeading eyebrow={<Eyebrow>{externalId}</Eyebrow>} aside={<Badge status={workOrderStatus} />}>
        {name}
      </PageHeading>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-12">
        <Card aria-label="Details" className="p-5 lg:order-last">
          <DetailList>
            <Detail label="Proposal">
              <LinkedCell linked={document} />
            </Detail>
            <Detail label="Invoice">
              <LinkedCell linked={linkedInvoice(workOrder)} />
            </Detail>
            <Detail label="Date Created">
              <DateText iso={createdAt} />
            </Detail>
            <Detail label="Status">{WORK_ORDER_STATUS_LABELS[workOrderStatus]}</Detail>
            {optional.isOptional ? (
              <Detail label="Optional work">{isIncluded(workOrder) ? "Included" : "Not included"}</Detail>
            ) : null}
            {document && quote ? (
              <Detail label="Price">
                {quote.price ? (
                  <>
                    <Exact className="money font-semibold">{formatDollars(quote.price.net)}</Exact>{" "}
                    {quote.price.hasGst ? <span className="text-ink-soft text-sm">before GST</span> : null}
                  </>
                ) : (
                  <NotShown />
                )}
              </Detail>
            ) : null}
          </DetailList>
        </Card>
        <div>
          {description.trim() === "" ? (
            <p className="text-ink-soft">There is no description of this work yet.</p>
          ) : (
            <RichText html={description} />
          )}
          {quote?.lines && quote.lines.length > 0 ? (
            <QuotedLines lines={quote.lines} price={quote.price} />
          ) : null}
        </div>
      </div>
    </article>
  );
}

function Eyebrow({ children }: { children: string }) {
  return (
    <>
      <TextLink to={PATHS.workOrders}>Work Orders</TextLink>
      <span aria-hidden="true"> / </span>
      <Exact>{children}</Exact>
    </>
  );
}

function DetailLoading() {
  return (
    <Loading label="Loading the work order">
      <Skeleton className="mb-2 h-4 w-40" />
      <Skeleton className="mb-6 h-9 w-80 max-w-full" />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
        <Skeleton className="h-46 w-full rounded-lg lg:order-last" />
        <div>
          <Skeleton className="mb-2 h-4 w-full max-w-[60ch]" />
          <Skeleton className="mb-2 h-4 w-full max-w-[60ch]" />
          <Skeleton className="h-4 w-2/3 max-w-[40ch]" />
        </div>
      </div>
    </Loading>
  );
}
