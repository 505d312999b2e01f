import type { ListedDocument, UniqueDocument } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { hidePricesOfPage } from "#domain/pricing/hide-prices.ts";
import { isTotalShown, shownTotal } from "#domain/pricing/shown-prices.ts";
import type { Content } from "./content.ts";
import type { Decider, DocumentRow, ListedDocumentRow, SnapshotRow } from "./queries.ts";

/** Makes a short-lived address for a stored file. */
type LinkTo = (fileId: Id) => string;

export function presentListed(
  { document, decider, snapshots }: ListedDocumentRow,
  linkTo: LinkTo,
): ListedDocument {
  return {
    uniqueDocumentId: document.uniqueDocumentId,
    organizationId: document.organizationId,
    externalId: document.externalId,
    name: document.name,
    slug: document.slug,
    templateId: document.templateId,
    documentType: document.documentType,
    status: document.status,
    invoice: document.invoiceId,
    totalCost: isAmountListed(document) ? toNumber(document.totalCost) : null,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
    approvedBy: decider && {
      userName: decider.userName,
      userEmail: decider.userEmail,
      approvedTime: decider.decidedAt.toISOString(),
    },
    documentSnapshots: snapshots.map((snapshot) => ({
      status: snapshot.status,
      createdAt: snapshot.createdAt.toISOString(),
      uri: linkTo(snapshot.fileId),
    })),
  };
}

export function presentDocument(
  row: { document: DocumentRow; decider: Decider | null; snapshots: SnapshotRow[] },
  content: Content,
  linkTo: LinkTo,
): UniqueDocument {
  return {
    ...presentListed(row, linkTo),
    totalCost: toNumber(shownTotal("call", content)),
    puckState: hidePricesOfPage("call", content.page),
    contentHash: content.contentHash,
  };
}

function isAmountListed({ status }: Pick<DocumentRow, "status">): boolean {
  return status !== "DRAFT" && isTotalShown("list", null);
}

function toNumber(dollars: string | null): number | null {
  return dollars === null ? null : Number(dollars);
}
