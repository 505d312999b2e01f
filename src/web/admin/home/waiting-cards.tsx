import { type ReactNode, useId } from "react";
import { Exact } from "#blocks/exact.tsx";
import { displayName } from "#domain/account/user-profile.ts";
import { formatDollars } from "#domain/format.ts";
import type { Home, UnopenedDocument } from "#domain/home/home.ts";
import type { Id } from "#domain/id.ts";
import { describeUndelivered } from "#domain/mail/undelivered-mail.ts";
import { PERMISSION_LABELS } from "#domain/permissions/managed-people.ts";
import { filteredList } from "#web/lists/filtered-list.ts";
import { invoicePath, PATHS } from "#web/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { DateText, DateTimeText } from "#web/ui/date-text.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { DOCUMENTS, documentPath, waitingDocuments } from "../ui/document-paths.ts";
import { organizationPath, REQUESTS_PATH, UNDELIVERED_PATH } from "../ui/paths.ts";

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

/** The documents that were not sent yet, those first that were not changed for longest. */
export function DocumentDraftsCard({ part: { total, rows } }: { part: Home["documentDrafts"] }) {
  return (
    <NeedCard
      title="Documents to finish"
      total={total}
      list={{ to: filteredList(DOCUMENTS, "status", "DRAFT"), label: "All document drafts" }}
    >
      {rows.map((row) => (
        <WaitingRow key={row.uniqueDocumentId} document={row}>
          last changed <DateText iso={row.changedAt} />
          {row.changedBy === null ? null : (
            <>
              {" "}
              by <bdi translate="no">{row.changedBy}</bdi>
            </>
          )}
        </WaitingRow>
      ))}
    </NeedCard>
  );
}

type WaitingRowProps = {
  document: Omit<UnopenedDocument, "sentAt">;
  children: ReactNode;
};

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

export function UndeliveredCard({ part: { total, rows } }: { part: Home["givenUp"] }) {
  return (
    <NeedCard
      title="Emails that weren't delivered"
      total={total}
      list={{ to: UNDELIVERED_PATH, label: "All emails that weren't delivered" }}
    >
      {rows.map((mail) => (
        <NeedRow
          key={mail.mailId}
          title={
            mail.uniqueDocumentId === null ? (
              mail.subject
            ) : (
              <TextLink to={documentPath(mail.uniqueDocumentId)}>{mail.subject}</TextLink>
            )
          }
        >
          To <bdi translate="no">{mail.recipient}</bdi>, <DateText iso={mail.givenUpAt} />
          <span className="block">{describeUndelivered(mail)}</span>
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
          aside={row.amountDue === null ? null : <Exact>{formatDollars(row.amountDue)}</Exact>}
        >
          {row.externalId} for <OrganizationLink {...row} />, since <DateText iso={row.createdAt} />
        </NeedRow>
      ))}
    </NeedCard>
  );
}

type NeedCardProps = {
  title: string;
  total: number;
  worth?: string | null;
  list?: { to: string; label: string };
  children: ReactNode;
};

/** One kind of need: how many there are, what they are worth, and the first few. Renders nothing without one. */
export function NeedCard({ title, total, worth = null, list, children }: NeedCardProps) {
  const id = useId();
  if (total === 0) return null;
  return (
    <Card aria-labelledby={id} className="overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b px-5 py-3">
        <h2 id={id} className="font-semibold">
          {title} <Count total={total} />
        </h2>
        {worth === null ? null : (
          <span translate="no" className="font-semibold tabular-nums">
            {formatDollars(worth)}
          </span>
        )}
      </div>
      <ul className="divide-y divide-line">{children}</ul>
      {list ? (
        <p className="border-line border-t px-5 py-2.5 text-sm">
          <TextLink to={list.to}>{list.label}</TextLink>
        </p>
      ) : null}
    </Card>
  );
}

export function Count({ total }: { total: number }) {
  return (
    <span className="ml-1 rounded-full bg-ink/8 px-2 py-0.5 font-medium text-ink-soft text-sm tabular-nums">
      {total.toLocaleString("en-AU")}
    </span>
  );
}

type NeedRowProps = {
  title: ReactNode;
  /** Shown at the far end, such as a value. */
  aside?: ReactNode;
  /** The line below: whose it is, and since when. */
  children: ReactNode;
};

export function NeedRow({ title, aside, children }: NeedRowProps) {
  return (
    <li className="px-5 py-2.5">
      <div className="flex items-baseline justify-between gap-x-4">
        <span dir="auto" className="wrap-anywhere min-w-0 font-medium">
          {title}
        </span>
        <span className="shrink-0 tabular-nums">{aside}</span>
      </div>
      <div className="wrap-anywhere mt-1.5 text-ink-soft text-sm">{children}</div>
    </li>
  );
}

type OrganizationLinkProps = { organizationId: Id; organizationName: string };

export function OrganizationLink({ organizationId, organizationName }: OrganizationLinkProps) {
  return (
    <TextLink to={organizationPath(organizationId)}>
      <bdi translate="no">{organizationName}</bdi>
    </TextLink>
  );
}
