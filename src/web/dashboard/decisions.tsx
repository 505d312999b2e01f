import { ArrowRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Exact } from "#blocks/exact.tsx";
import { FIRST_DECISIONS } from "#contract/dashboard-inputs.ts";
import { documentTypeLabel, type ListedDocument } from "#domain/documents/unique-document.ts";
import { isPriced, ShownTotal } from "../documents/shown-total.tsx";
import { Link } from "../lib/routing/link.tsx";
import { documentPath } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DateText } from "../ui/date-text.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { MAX_DECISIONS, useDecisions } from "./use-overview.ts";

/** The documents that wait for this person's decision, and their total. */
export function Decisions({ canWrite }: { canWrite: boolean }) {
  const [isWhole, setIsWhole] = useState(false);
  const firstOfRest = useRef<HTMLLIElement>(null);
  const { decisions, isLoadingMore } = useDecisions(isWhole);
  // "Show all" vanishes when pressed. The focus moves to the first document that it revealed.
  useEffect(() => {
    if (isWhole && !isLoadingMore) firstOfRest.current?.querySelector("a")?.focus();
  }, [isWhole, isLoadingMore]);
  // The tiles show a failure and offer a retry.
  if (decisions === undefined) return null;
  const { total, totalCost, hidesPrices } = decisions.page;
  const worth = { total: totalCost, hidesPrices };
  const shown = decisions.data;
  if (total === 0) {
    return (
      <Card className="px-5 py-4 text-ink-soft">
        <span className="font-semibold text-ink">You're all caught up.</span> New proposals and scopes of work
        appear here as soon as they are ready to read.
      </Card>
    );
  }
  return (
    <Card aria-labelledby="decisions" className="overflow-hidden">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-line border-b px-5 pt-5 pb-4">
        <div>
          <h2 id="decisions" className="font-semibold text-lg">
            {canWrite ? "Waiting for your decision" : "Waiting for a decision"}
          </h2>
          <p className="text-ink-soft text-sm">{total === 1 ? "1 document" : `${total} documents`}</p>
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
          <li key={document.uniqueDocumentId} ref={place === FIRST_DECISIONS ? firstOfRest : null}>
            <Decision document={document} />
          </li>
        ))}
      </ul>
      {total > shown.length && shown.length <= FIRST_DECISIONS ? (
        <div className="border-line border-t px-2 py-1.5">
          <Button tone="quiet" size="sm" isBusy={isLoadingMore} onClick={() => setIsWhole(true)}>
            {total > MAX_DECISIONS ? `Show ${MAX_DECISIONS} of ${total}` : `Show all ${total}`}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

function Decision({ document }: { document: ListedDocument }) {
  const { totalCost, hidesPrices } = document;
  const price = { total: totalCost === null ? null : String(totalCost), hidesPrices };
  return (
    <Link
      to={documentPath(document.slug)}
      className="group flex items-center gap-x-6 gap-y-1 px-5 py-3 transition-colors -outline-offset-2 hover:bg-hover max-sm:flex-wrap"
    >
      <span className="min-w-0 flex-1 max-sm:basis-full">
        <span dir="auto" className="block font-semibold">
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
      <span className="inline-flex items-center gap-1 font-medium text-brand text-sm max-sm:ml-auto">
        Review
        <ArrowRight
          aria-hidden="true"
          strokeWidth={1.75}
          className="size-3.5 transition-transform group-hover:translate-x-0.5"
        />
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
