import { ArrowRight } from "lucide-react";
import { Exact } from "#blocks/exact.tsx";
import { documentTypeLabel, type ListedDocument } from "#domain/documents/unique-document.ts";
import { Link } from "../lib/routing/link.tsx";
import { filteredList } from "../lists/filtered-list.ts";
import { documentPath, PATHS } from "../paths.ts";
import { ButtonLink, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DateText } from "../ui/date-text.tsx";
import { isPriced, ShownTotal } from "../ui/shown-total.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { useDecisions, useOverview } from "./use-overview.ts";

/** What waits for this person's decision: the first documents, of which one is the screen's main action, and the total. */
export function Decisions({ canWrite }: { canWrite: boolean }) {
  const { decisions } = useDecisions();
  const { overview } = useOverview();
  // The tiles show a failure and offer a retry.
  if (decisions === undefined) return null;
  const { total, totalCost, hidesPrices } = decisions.page;
  const worth = { total: totalCost, hidesPrices };
  const count = total.toLocaleString("en-AU");
  const shown = decisions.data;
  if (total === 0) return <NothingToDecide unpaid={overview?.unpaid.total ?? 0} />;
  return (
    <Card aria-labelledby="decisions" className="overflow-hidden">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-line border-b px-5 pt-5 pb-4">
        <div>
          <h2 id="decisions" className="font-semibold text-lg">
            {canWrite ? "Waiting for your decision" : "Waiting for a decision"}
          </h2>
          <p className="text-ink-soft text-sm">{total === 1 ? "1 document" : `${count} documents`}</p>
        </div>
        {isPriced(worth) ? (
          <p className="text-right max-sm:text-left">
            <span className="block font-semibold font-text text-3xl tracking-[-0.015em]">
              <ShownTotal price={worth} />
            </span>
            <span className="text-ink-soft text-sm">
              {hidesPrices && totalCost !== null ? "plus prices not shown" : "total value"}
            </span>
          </p>
        ) : null}
      </div>
      <ul className="divide-y divide-line">
        {shown.map((document, place) => (
          <li key={document.uniqueDocumentId}>
            <Decision document={document} isFirst={place === 0} />
          </li>
        ))}
      </ul>
      {total > shown.length ? (
        <Link
          to={ALL_WAITING}
          className="group flex min-h-11 items-center gap-1 border-line border-t px-5 font-medium text-brand text-sm transition-colors -outline-offset-2 hover:bg-hover"
        >
          See all {count}
          <Arrow />
        </Link>
      ) : null}
    </Card>
  );
}

/** Then unpaid invoices are what is needed next. */
function NothingToDecide({ unpaid }: { unpaid: number }) {
  const count = unpaid.toLocaleString("en-AU");
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 text-ink-soft">
      <p className="min-w-0 max-w-[68ch] flex-1 basis-64">
        <span className="font-semibold text-ink">
          {unpaid === 0 ? "You're all caught up." : "No documents to review."}
        </span>{" "}
        New proposals and scopes of work appear here as soon as they are ready to read.
      </p>
      {unpaid === 0 ? null : (
        <ButtonLink tone="primary" to={filteredList(PATHS.invoices, "invoiceStatus", "UNPAID")}>
          {unpaid === 1 ? "See 1 unpaid invoice" : `See ${count} unpaid invoices`}
        </ButtonLink>
      )}
    </Card>
  );
}

const ALL_WAITING = filteredList(PATHS.documents, "status", "PENDING");

function Arrow() {
  return (
    <ArrowRight
      aria-hidden="true"
      strokeWidth={1.75}
      className="size-3.5 transition-transform group-hover:translate-x-0.5"
    />
  );
}

function Decision({ document, isFirst }: { document: ListedDocument; isFirst: boolean }) {
  const { totalCost, hidesPrices } = document;
  const price = { total: totalCost === null ? null : String(totalCost), hidesPrices };
  return (
    <Link
      to={documentPath(document.slug)}
      className="group flex items-center gap-x-6 gap-y-1 px-5 py-3 transition-colors -outline-offset-2 hover:bg-hover max-sm:flex-wrap"
    >
      <span className="min-w-0 flex-1 max-sm:basis-full">
        <span dir="auto" className="wrap-anywhere block font-semibold">
          {document.name}
        </span>
        <span className="text-ink-soft text-sm">
          {documentTypeLabel(document.documentType)} <Exact>{document.externalId}</Exact>, updated{" "}
          <DateText iso={document.updatedAt} />
        </span>
      </span>
      {isPriced(price) ? (
        <span className="money font-semibold">
          <ShownTotal price={price} />
        </span>
      ) : null}
      <span
        className={
          isFirst
            ? buttonClass({ tone: "primary" }, "group-hover:bg-brand-strong max-sm:ml-auto sm:w-28")
            : "inline-flex items-center justify-center gap-1 font-medium text-brand text-sm max-sm:ml-auto sm:w-28"
        }
      >
        Review
        <Arrow />
      </span>
    </Link>
  );
}

export function DecisionsPlaceholder() {
  return (
    <Loading label="Loading what waits for a decision" className="rounded-lg border border-line bg-surface">
      <div className="flex items-end justify-between gap-6 border-line border-b px-5 pt-5 pb-4">
        <Skeleton className="h-11 w-48" />
        <Skeleton className="h-14 w-40" />
      </div>
      {[1, 2, 3].map((place) => (
        <div key={place} className="px-5 py-3">
          <Skeleton className="h-6 w-64 max-w-full" />
          <Skeleton className="mt-1 h-4 w-40" />
        </div>
      ))}
    </Loading>
  );
}
