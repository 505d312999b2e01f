import { templatesFor } from "#domain/documents/document-details.ts";
import type { ManagedDocument } from "#domain/documents/managed-document.ts";
import { BROUGHT_IN, documentTypeLabel, newestApprovedSnapshot } from "#domain/documents/unique-document.ts";
import { formatDollars } from "#domain/format.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import { Card } from "#web/ui/card.tsx";
import { DateText, DateTimeText } from "#web/ui/date-text.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { documentPath, revisionsPath } from "../ui/document-paths.ts";
import { organizationPath } from "../ui/paths.ts";
import { OwnerFact } from "./owner-fact.tsx";

/** A summary of a document. `hasForm`: the form beside it shows type, invoice and template. */
export function DocumentFacts({ document, hasForm }: { document: ManagedDocument; hasForm: boolean }) {
  const { uniqueDocumentId, organizationId, organizationName, totalCost, archivedAt } = document;
  const hasPdf = newestApprovedSnapshot(document.documentSnapshots) !== undefined;
  return (
    <Card aria-label="Facts" className="p-5">
      <DetailList>
        <Detail label="Organization">
          <TextLink to={organizationPath(organizationId)} className="wrap-anywhere">
            {organizationName}
          </TextLink>
        </Detail>
        {hasForm ? null : <RecordFacts document={document} />}
        <Detail label="Value">
          {totalCost === null ? (
            "Nothing priced yet"
          ) : (
            <span translate="no" className="money">
              {formatDollars(String(totalCost))}
            </span>
          )}
        </Detail>
        {document.validUntil === null ? null : (
          <Detail label="Valid until">
            <span translate="no">{formatDay(document.validUntil)}</span>
          </Detail>
        )}
        <OwnerFact document={document} mayChange={hasForm} />
        <Detail label="Client">{clientVisibility(document)}</Detail>
        <Detail label="Created">
          <DateText iso={document.createdAt} />
        </Detail>
        <Detail label="Updated">
          <DateText iso={document.updatedAt} />
        </Detail>
        <Detail label="Page">
          <TextLink to={revisionsPath(uniqueDocumentId)}>Version history</TextLink>
        </Detail>
        {archivedAt === null ? null : (
          <Detail label="Archived">
            <DateText iso={archivedAt} />
          </Detail>
        )}
        {hasPdf ? (
          <>
            <Detail label="PDF">
              <TextLink to={`${documentPath(uniqueDocumentId)}/pdf`} target="_blank" rel="noopener">
                Open PDF<span className="sr-only"> (opens in a new tab)</span>
              </TextLink>
            </Detail>
            <Detail label="Evidence">
              <TextLink to={`${documentPath(uniqueDocumentId)}/evidence`}>Evidence bundle</TextLink>
            </Detail>
          </>
        ) : null}
      </DetailList>
      <DecisionFacts document={document} />
    </Card>
  );
}

function clientVisibility({ shownAt, status, closedBecause }: ManagedDocument): string {
  if (shownAt === null) return "Doesn't see it yet";
  if (closedBecause !== null) return "Sees it as it was sent, but can't accept it";
  return status === "DRAFT" ? "Sees only its name" : "Sees it";
}

function RecordFacts({ document }: { document: ManagedDocument }) {
  const { documentType, invoiceName, templateId, templateName } = document;
  const template = templatesFor(templateId, templateName).at(-1);
  return (
    <>
      <Detail label="Type">{documentTypeLabel(documentType)}</Detail>
      <Detail label="Invoice">{invoiceName ?? "None"}</Detail>
      <Detail label="Template">{template?.name}</Detail>
    </>
  );
}

function DecisionFacts({ document: { decision, isBroughtIn, status } }: { document: ManagedDocument }) {
  if (!decision) return null;
  const isDeclined = status === "DECLINED";
  return (
    <div className="mt-4 border-line border-t pt-4">
      <p dir="auto" className="wrap-anywhere font-medium">
        {isDeclined ? "Declined" : "Accepted"} by {decision.userName}
      </p>
      <p className="wrap-anywhere text-ink-soft text-sm">
        {decision.userEmail}
        <br />
        <DateTimeText iso={decision.decidedAt} />
      </p>
      {isBroughtIn ? <p className="mt-2 text-ink-soft text-sm">{BROUGHT_IN}</p> : null}
      {isDeclined ? (
        <p dir="auto" className="wrap-anywhere mt-2 whitespace-pre-line">
          {decision.reason ?? "No reason was given."}
        </p>
      ) : null}
    </div>
  );
}
