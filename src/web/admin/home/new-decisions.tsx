import { useId, useState } from "react";
import { Exact } from "#blocks/exact.tsx";
import { markDecisionsSeen } from "#contract/admin/home.ts";
import { formatDollars } from "#domain/format.ts";
import type { DecidedDocument, Home } from "#domain/home/home.ts";
import { call } from "#web/lib/call.ts";
import { filteredList } from "#web/lists/filtered-list.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DateText, DateTimeText } from "#web/ui/date-text.tsx";
import { FailedNotice } from "#web/ui/notice.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { DOCUMENTS, documentPath } from "../ui/document-paths.ts";
import { Count, NeedRow, OrganizationLink } from "./waiting-cards.tsx";

type NewDecisionsProps = { home: Home; onSeen: () => void };

/** What clients accepted and declined since the person last looked. They look by pressing the button. */
export function NewDecisions({ home: { seenUntil, accepted, declined }, onSeen }: NewDecisionsProps) {
  const id = useId();
  const [isMarking, setIsMarking] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const latest = [accepted, declined]
    .flatMap(({ rows }) => rows[0]?.decidedAt ?? [])
    .toSorted()
    .at(-1);
  if (latest === undefined) return null;

  async function markSeen(until: string): Promise<void> {
    setIsMarking(true);
    setHasFailed(false);
    try {
      await call(markDecisionsSeen, { body: { seenUntil: until } });
      // The button is removed with the card.
      document.getElementById("main")?.focus();
      onSeen();
    } catch {
      setHasFailed(true);
    }
    setIsMarking(false);
  }

  return (
    <Card aria-labelledby={id} className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-5 py-3">
        <div>
          <h2 id={id} className="font-semibold text-lg">
            New decisions
          </h2>
          <p className="text-ink-soft text-sm">
            Since <DateTimeText iso={seenUntil} />
          </p>
        </div>
        <Button size="sm" isBusy={isMarking} onClick={() => void markSeen(latest)}>
          Mark as seen
        </Button>
      </div>
      {hasFailed ? (
        <div className="p-5">
          <FailedNotice>We couldn't save that you have seen these. Please try again.</FailedNotice>
        </div>
      ) : null}
      <div className="grid divide-line max-lg:divide-y lg:grid-cols-2 lg:divide-x">
        <Decided name="Accepted" status="APPROVED" part={accepted} />
        <Decided name="Declined" status="DECLINED" part={declined} />
      </div>
    </Card>
  );
}

type DecidedProps = { name: string; status: "APPROVED" | "DECLINED"; part: Home["accepted"] };

function Decided({ name, status, part: { total, worth, rows } }: DecidedProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-5 pt-3 pb-1">
        <h3 id={id} className="font-semibold text-ink-soft text-sm">
          {name} <Count total={total} />
        </h3>
        {worth === null ? null : (
          <span translate="no" className="font-semibold tabular-nums">
            {formatDollars(worth)}
          </span>
        )}
      </div>
      {total === 0 ? <p className="px-5 pb-3 text-ink-soft text-sm">None</p> : null}
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <DecidedRow key={row.uniqueDocumentId} row={row} />
        ))}
      </ul>
      {total === 0 ? null : (
        <p className="border-line border-t px-5 py-2.5 text-sm">
          <TextLink to={filteredList(DOCUMENTS, "status", status)}>
            All {name.toLowerCase()} documents
          </TextLink>
          {total > rows.length ? (
            <span className="text-ink-soft">, {total - rows.length} more are new</span>
          ) : null}
        </p>
      )}
    </section>
  );
}

function DecidedRow({ row }: { row: DecidedDocument }) {
  return (
    <NeedRow
      title={<TextLink to={documentPath(row.uniqueDocumentId)}>{row.name}</TextLink>}
      aside={row.totalCost === null ? null : <Exact>{formatDollars(row.totalCost)}</Exact>}
    >
      {row.externalId} for <OrganizationLink {...row} />, by <bdi translate="no">{row.decidedBy}</bdi> on{" "}
      <DateText iso={row.decidedAt} />
      {row.reason ? (
        <q dir="auto" className="mt-1 block text-ink">
          {row.reason}
        </q>
      ) : null}
    </NeedRow>
  );
}
