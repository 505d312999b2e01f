import type { ListedDocument, OtherVersion, UniqueDocument } from "#domain/documents/unique-document.ts";
import { statusOn } from "#domain/documents/validity.ts";
import type { Id } from "#domain/id.ts";
import { hidesPrices, shownTotal } from "#domain/pricing/document-total.ts";
import { hidePricesOfPage } from "#domain/pricing/hide-prices.ts";
import type { Content } from "./content.ts";
import {
  type Decider,
  type DocumentRow,
  type ListedDocumentRow,
  pricesOf,
  totalOf,
  withdrawalOf,
} from "./queries.ts";

/** Makes a short-lived address for a stored file, and the day that it is for the company. */
type Now = { linkTo: (fileId: Id) => string; today: string };

export function presentListed(
  { document, decider, snapshots }: ListedDocumentRow,
  { linkTo, today }: Now,
): ListedDocument {
  return {
    uniqueDocumentId: document.uniqueDocumentId,
    organizationId: document.organizationId,
    externalId: document.externalId,
    name: document.name,
    slug: document.slug,
    templateId: document.templateId,
    documentType: document.documentType,
    ...statusOn(document, today),
    validUntil: document.validUntil,
    invoice: document.invoiceId,
    ...pricesOf(document),
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
    approvedBy: decider && {
      userName: decider.userName,
      userEmail: decider.userEmail,
      approvedTime: decider.decidedAt.toISOString(),
    },
    documentSnapshots: presentSnapshots(snapshots, linkTo),
  };
}

export function presentSnapshots(
  snapshots: ListedDocumentRow["snapshots"],
  linkTo: Now["linkTo"],
): ListedDocument["documentSnapshots"] {
  return snapshots.map(({ status, createdAt, fileId }) => ({
    status,
    createdAt: createdAt.toISOString(),
    uri: linkTo(fileId),
  }));
}

type Presented = ListedDocumentRow["document"] & Pick<DocumentRow, "recalledAt" | "withdrawalReason">;

export function presentDocument(
  row: {
    document: Presented;
    decider: Decider | null;
    isBroughtIn: boolean;
    snapshots: ListedDocumentRow["snapshots"];
    predecessor: OtherVersion | null;
  },
  content: Content,
  now: Now,
): UniqueDocument {
  return {
    ...presentListed(row, now),
    ...totalOf({ shownTotal: shownTotal(content.page), hidesPrices: hidesPrices(content.page) }),
    puckState: hidePricesOfPage(content.page),
    contentHash: content.contentHash,
    isBroughtIn: row.isBroughtIn,
    isRecalled: row.document.recalledAt !== null,
    withdrawal: withdrawalOf(row.document),
    predecessor: row.predecessor,
  };
}
