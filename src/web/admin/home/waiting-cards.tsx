import type { ReactNode } from "react";
import { Exact } from "#blocks/exact.tsx";
import { formatDollars } from "#domain/format.ts";
import type { Home, OpenedDocument, UnopenedDocument } from "#domain/home/home.ts";
import { DateText, DateTimeText } from "#web/ui/date-text.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { documentPath, waitingDocuments } from "../ui/document-paths.ts";
import { NeedCard } from "./need-card.tsx";
import { NeedRow } from "./need-row.tsx";
import { OrganizationLink } from "./organization-link.tsx";

/** The documents that somebody has opened and nobody has decided on, the last opened first. */
export function OpenedCard({ part: { total, worth, rows } }: { part: Home["opened"] }) {
  return (
    <NeedCard
      title="Opened, not decided"
      total={total}
      worth={worth}
      list={{ to: waitingDocuments("opened"), label: "All opened documents" }}
    >
      {rows.map((row) => (
        <WaitingRow key={row.uniqueDocumentId} document={row}>
          last opened <DateTimeText iso={row.lastOpenedAt} /> by{" "}
          {row.lastOpenedBy === null ? "a visitor" : <bdi translate="no">{row.lastOpenedBy}</bdi>}
        </WaitingRow>
      ))}
    </NeedCard>
  );
}

/** The documents that were sent some days ago and that nobody has opened, oldest first. */
export function UnopenedCard({ part: { total, worth, rows } }: { part: Home["unopened"] }) {
  return (
    <NeedCard
      title="Sent, not opened yet"
      total={total}
      worth={worth}
      list={{ to: waitingDocuments("unopened"), label: "All unopened documents" }}
    >
      {rows.map((row) => (
        <WaitingRow key={row.uniqueDocumentId} document={row}>
          sent <DateText iso={row.sentAt} />
        </WaitingRow>
      ))}
    </NeedCard>
  );
}

type WaitingRowProps = { document: OpenedDocument | UnopenedDocument; children: ReactNode };

function WaitingRow({ document, children }: WaitingRowProps) {
  const { uniqueDocumentId, externalId, name, totalCost } = document;
  return (
    <NeedRow
      title={<TextLink to={documentPath(uniqueDocumentId)}>{name}</TextLink>}
      aside={totalCost === null ? null : <Exact>{formatDollars(totalCost)}</Exact>}
    >
      {externalId} for <OrganizationLink {...document} />, {children}
    </NeedRow>
  );
}
