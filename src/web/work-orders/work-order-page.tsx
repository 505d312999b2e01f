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
import { InvoiceCard, ProposalCard } from "./linked-card.tsx";
import { ProgressLine } from "./progress-line.tsx";
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
  const { externalId, name, workOrderStatus, description, quote, progress } = workOrder;
  return (
    <article>
      <PageHeading eyebrow={<Eyebrow>{externalId}</Eyebrow>} aside={<Badge status={workOrderStatus} />}>
        {name}
      </PageHeading>
      <ProgressLine status={workOrderStatus} progress={progress ?? []} />
      <div className={COLUMNS}>
        <div className="min-w-0">
          {description.trim() === "" ? (
            <p className="text-ink-soft">There is no description of this work yet.</p>
          ) : (
            <RichText html={description} className="wrap-anywhere" />
          )}
          {quote?.lines && quote.lines.length > 0 ? (
            <QuotedLines lines={quote.lines} price={quote.price} />
          ) : null}
        </div>
        <div className="min-w-0 space-y-4">
          <ProposalCard workOrder={workOrder} />
          <InvoiceCard workOrder={workOrder} />
          <Details workOrder={workOrder} />
        </div>
      </div>
    </article>
  );
}

const COLUMNS = "grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-12";

function Details({ workOrder }: { workOrder: DetailedWorkOrder }) {
  const { workOrderStatus, createdAt, optional, quote, documentOfWork } = workOrder;
  // Without a price that the document hides there is none at all, which needs no row.
  const isPriceHidden = quote?.price === null && documentOfWork?.hidesPrices === true;
  return (
    <Card aria-label="Details" className="p-5">
      <DetailList>
        <Detail label="Date Created">
          <DateText iso={createdAt} />
        </Detail>
        <Detail label="Status">{WORK_ORDER_STATUS_LABELS[workOrderStatus]}</Detail>
        {optional.isOptional ? (
          <Detail label="Optional work">{isIncluded(workOrder) ? "Included" : "Not included"}</Detail>
        ) : null}
        {quote?.price ? (
          <Detail label="Price">
            <Exact className="money font-semibold">{formatDollars(quote.price.net)}</Exact>{" "}
            {quote.price.hasGst ? <span className="text-ink-soft text-sm">before GST</span> : null}
          </Detail>
        ) : null}
        {isPriceHidden ? (
          <Detail label="Price">
            <NotShown />
          </Detail>
        ) : null}
      </DetailList>
    </Card>
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
      <Skeleton className="mb-8 h-12 w-full max-sm:h-52" />
      <div className={COLUMNS}>
        <div>
          <Skeleton className="mb-2 h-4 w-full max-w-[60ch]" />
          <Skeleton className="mb-2 h-4 w-full max-w-[60ch]" />
          <Skeleton className="h-4 w-2/3 max-w-[40ch]" />
        </div>
        <div className="space-y-4">
          <Skeleton className="h-24 w-full rounded-lg" />
          <Skeleton className="h-24 w-full rounded-lg" />
          <Skeleton className="h-28 w-full rounded-lg" />
        </div>
      </div>
    </Loading>
  );
}
