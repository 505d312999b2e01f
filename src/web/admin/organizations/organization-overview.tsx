import type { ReactNode } from "react";
import { documentTypeLabel } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import type { ManagedOrganization, StatusChange } from "#domain/organizations/managed-organization.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { filteredList } from "#web/lists/filtered-list.ts";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateText, DateTimeText } from "#web/ui/date-text.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { DOCUMENTS, documentPath } from "../ui/document-paths.ts";
import { ClientIssuers } from "./client-issuers.tsx";
import { DetailsCard } from "./details-card.tsx";
import { RecipientsCard } from "./recipients-card.tsx";
import { TotalsCard } from "./totals-card.tsx";

const MAX_SHOWN = 20;

/** A summary of an organization: its status, what awaits it, and who changed the status. */
export function OrganizationOverview({ organization }: { organization: ManagedOrganization }) {
  const { organizationId, status, createdAt, members, requests, openDocuments, statusChanges } = organization;
  const [latest] = statusChanges;
  const isOwner = useMayActAs("owner");
  return (
    <div className="grid max-w-4xl gap-6">
      {status === "INACTIVE" ? <InactiveNotice latest={latest} /> : null}
      <TotalsCard organizationId={organizationId} />
      <Card aria-label="Facts" className="p-5">
        <dl className="grid gap-x-6 gap-y-3.5 sm:grid-cols-3">
          <Fact label="Created">
            <DateText iso={createdAt} />
          </Fact>
          <Fact label="Members">{members === 0 ? "None yet" : members}</Fact>
          <Fact label="Requests">{requests === 0 ? "None waiting" : `${requests} waiting`}</Fact>
        </dl>
      </Card>
      <DetailsCard organization={organization} />
      <RecipientsCard organizationId={organizationId} organizationName={organization.organizationName} />
      {isOwner ? <ClientIssuers organization={organization} /> : null}
      <Card aria-labelledby="open-documents">
        <CardHeading id="open-documents">Waiting for their decision</CardHeading>
        {openDocuments.length === 0 ? (
          <p className="px-5 py-4 text-ink-soft">Nothing waits for this organization's decision.</p>
        ) : (
          <ul className="divide-y divide-line">
            {openDocuments.slice(0, MAX_SHOWN).map(({ uniqueDocumentId, externalId, name, documentType }) => (
              <li
                key={uniqueDocumentId}
                className="flex flex-wrap items-baseline justify-between gap-x-4 px-5 py-2.5"
              >
                <TextLink to={documentPath(uniqueDocumentId)} dir="auto" className="wrap-anywhere min-w-0">
                  {name}
                </TextLink>
                <span className="text-ink-soft text-sm">
                  {documentTypeLabel(documentType)} {externalId}
                </span>
              </li>
            ))}
            {openDocuments.length > MAX_SHOWN ? (
              <li className="px-5 py-2.5">
                <TextLink to={undecidedDocuments(organizationId)}>
                  See all {openDocuments.length} that wait
                </TextLink>
              </li>
            ) : null}
          </ul>
        )}
      </Card>
      {statusChanges.length > 0 ? <StatusHistory changes={statusChanges} /> : null}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <dt className="text-ink-faint text-sm">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function InactiveNotice({ latest }: { latest: StatusChange | undefined }) {
  if (!latest) {
    return (
      <Notice tone="info" title="Not active yet">
        Its people can sign in, and see only their dashboard and profile until an owner makes it active.
      </Notice>
    );
  }
  return (
    <Notice tone="warning" title={`Deactivated by ${latest.changedBy}`}>
      <DateTimeText iso={latest.changedAt} />
      {latest.reason ? `: ${latest.reason}` : null}
    </Notice>
  );
}

function StatusHistory({ changes }: { changes: readonly StatusChange[] }) {
  return (
    <Card aria-labelledby="status-history">
      <CardHeading id="status-history">Status history</CardHeading>
      <ul className="divide-y divide-line">
        {changes.map(({ status, changedAt, changedBy, reason }) => (
          <li key={changedAt} className="px-5 py-2.5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium">
                {status === "ACTIVE" ? "Made active" : "Deactivated"} by {changedBy}
              </span>
              <DateTimeText iso={changedAt} className="text-ink-soft text-sm" />
            </div>
            {reason ? (
              <p dir="auto" className="wrap-anywhere text-ink-soft">
                {reason}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The organization's documents that wait for its decision, the one unchanged for longest first, as in the overview. */
export function undecidedDocuments(organizationId: Id): string {
  return `${filteredList(DOCUMENTS, "status", "PENDING")}&${new URLSearchParams({ organization: organizationId, sort: "updatedAt" })}`;
}
