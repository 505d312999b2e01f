import type { ReactNode } from "react";
import { Exact } from "#blocks/exact.tsx";
import { displayName } from "#domain/account/user-profile.ts";
import { formatDollars } from "#domain/format.ts";
import type { Home, OpenedDocument, UnopenedDocument } from "#domain/home/home.ts";
import { PERMISSION_LABELS } from "#domain/permissions/managed-people.ts";
import { filteredList } from "#web/lists/filtered-list.ts";
import { invoicePath, PATHS } from "#web/paths.ts";
import { DateText, DateTimeText } from "#web/ui/date-text.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { documentPath, waitingDocuments } from "../ui/document-paths.ts";
import { organizationPath, REQUESTS_PATH } from "../ui/paths.ts";
import { NeedCard, NeedRow, OrganizationLink } from "./need-card.tsx";

/** The documents that a reader has opened and that await a decision, the last opened first. */
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

/** The documents that were sent some days ago and are still unopened, oldest first. */
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

/** The emails that were never sent, latest first. */
export function GivenUpCard({ part: { total, rows } }: { part: Home["givenUp"] }) {
  return (
    <NeedCard
      title="Emails that were not sent"
      total={total}
      list={{ to: "/activity?kind=mails", label: "All emails" }}
    >
      {rows.map((row) => (
        <NeedRow key={row.mailId} title={row.subject}>
          To <bdi translate="no">{row.recipient}</bdi>, given up on <DateText iso={row.givenUpAt} />
          {row.failure ? <span className="block">{row.failure}</span> : null}
        </NeedRow>
      ))}
    </NeedCard>
  );
}

/** The people whom clients want to work with in the portal, oldest request first. */
export function RequestsCard({ part: { total, rows } }: { part: Home["requests"] }) {
  return (
    <NeedCard title="Requests to answer" total={total} list={{ to: REQUESTS_PATH, label: "All requests" }}>
      {rows.map((row) => (
        <NeedRow
          key={row.organizationPermissionRequestId}
          title={
            <TextLink to={`${organizationPath(row.organizationId)}?tab=People`}>
              {displayName(row.userDetails)}
            </TextLink>
          }
          aside={<span className="text-ink-soft text-sm">{PERMISSION_LABELS[row.permissionType]}</span>}
        >
          For <bdi translate="no">{row.organizationName}</bdi>
          {row.requestedByName ? (
            <>
              , requested by <bdi translate="no">{row.requestedByName}</bdi>
            </>
          ) : null}{" "}
          on <DateText iso={row.requestedAt} />
        </NeedRow>
      ))}
    </NeedCard>
  );
}

/** The unpaid invoices, oldest first. */
export function UnpaidCard({ part: { total, worth, rows } }: { part: Home["unpaid"] }) {
  return (
    <NeedCard
      title="Unpaid invoices"
      total={total}
      worth={worth}
      list={{ to: filteredList(PATHS.invoices, "invoiceStatus", "UNPAID"), label: "All unpaid invoices" }}
    >
      {rows.map((row) => (
        <NeedRow
          key={row.invoiceId}
          title={<TextLink to={invoicePath(row.invoiceId)}>{row.name}</TextLink>}
          aside={row.total === null ? null : <Exact>{formatDollars(row.total)}</Exact>}
        >
          {row.externalId} for <OrganizationLink {...row} />, since <DateText iso={row.createdAt} />
        </NeedRow>
      ))}
    </NeedCard>
  );
}
