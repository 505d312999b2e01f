import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { documentTypeLabel, type ListedDocument } from "#domain/documents/unique-document.ts";
import { formatDollars } from "#domain/format.ts";
import { documentPath } from "#web/paths.ts";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { totalWorth, waitingForDecision } from "./tiles.ts";
import { useOverview } from "./use-overview.ts";

/** More than these are on the lists that the tiles lead to. */
const MOST_SHOWN = 5;

/** What needs this person now: the documents that wait for a decision, and what they are worth. */
export function Decisions({ canWrite }: { canWrite: boolean }) {
  const { overview, error } = useOverview();
  // The tiles tell the failure and offer to try again.
  if (error) return null;
  if (overview === undefined) return <DecisionsPlaceholder />;
  const waiting = waitingForDecision(overview.documents);
  const worth = totalWorth(waiting);
  if (waiting.length === 0) {
    return (
      <Card className="px-5 py-4 text-ink-soft">
        <span className="font-semibold text-ink">Nothing waits for you.</span> New proposals and scopes of
        work appear here as soon as they are ready to read.
      </Card>
    );
  }
  return (
    <Card aria-labelledby="decisions">
      <CardHeading
        id="decisions"
        action={
          worth ? (
            <span className="text-ink-soft text-sm">
              Worth <strong className="font-semibold text-ink">{worth}</strong>
            </span>
          ) : null
        }
      >
        {canWrite ? "Waiting for your decision" : "Waiting for a decision"}
      </CardHeading>
      <ul className="divide-y divide-line">
        {waiting.slice(0, MOST_SHOWN).map((document) => (
          <Decision key={document.uniqueDocumentId} document={document} />
        ))}
      </ul>
    </Card>
  );
}

function Decision({ document }: { document: ListedDocument }) {
  return (
    <li>
      <Link
        to={documentPath(document.slug)}
        className="group flex items-center gap-x-6 gap-y-1 px-5 py-3.5 transition-colors -outline-offset-2 hover:bg-hover max-sm:flex-wrap"
      >
        <span className="min-w-0 flex-1 max-sm:basis-full">
          <span className="block font-semibold">{document.name}</span>
          <span className="text-ink-soft text-sm">
            {documentTypeLabel(document.documentType)} {document.externalId}, updated{" "}
            <DateText iso={document.updatedAt} />
          </span>
        </span>
        {document.totalCost === null ? null : (
          <span className="money font-semibold">{formatDollars(String(document.totalCost))}</span>
        )}
        <span className="inline-flex items-center gap-1 font-medium text-brand text-sm max-sm:ml-auto">
          Review
          <ArrowRight
            aria-hidden="true"
            strokeWidth={1.75}
            className="size-3.5 transition-transform group-hover:translate-x-0.5"
          />
        </span>
      </Link>
    </li>
  );
}

function DecisionsPlaceholder() {
  return (
    <Loading label="Loading what waits for a decision" className="rounded-lg border border-line bg-surface">
      <div className="flex min-h-12 items-center border-line border-b px-5">
        <Skeleton className="h-5 w-48" />
      </div>
      <div className="px-5 py-3.5">
        <Skeleton className="h-6 w-64 max-w-full" />
        <Skeleton className="mt-1 h-4 w-40" />
      </div>
    </Loading>
  );
}
