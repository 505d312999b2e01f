import { exact } from "#domain/decimal.ts";
import type { Id } from "#domain/id.ts";
import { hidesPrices, shownTotal } from "#domain/pricing/document-total.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { type DecisionRow, LISTED_COLUMNS } from "./queries.ts";
import { migrateAndSanitise } from "./resolve-page.ts";

/** What lists and screens read of the row of a decided document, beside its decision. */
export const COMPARED_COLUMNS = {
  ...LISTED_COLUMNS,
  totalCost: uniqueDocuments.totalCost,
  sentAt: uniqueDocuments.sentAt,
  recalledAt: uniqueDocuments.recalledAt,
};

type Compared = {
  document: Pick<typeof uniqueDocuments.$inferSelect, keyof typeof COMPARED_COLUMNS>;
  decision: Pick<DecisionRow, "organizationId" | "decision" | "page" | "totalCost">;
  /** When the version was sent that the person decided on; null: it is not known. */
  versionSentAt: Date | null;
  /** Whose the invoice is that the document names; null: there is none. */
  invoiceOf: Id | null;
};

/** What differs between the row of a decided document and its decision, to which the evidence commits. */
export function differencesOfDocument({ document, decision, versionSentAt, invoiceOf }: Compared): string[] {
  const page = migrateAndSanitise(decision.page);
  const isSame: Record<string, boolean> = {
    status: document.status === decision.decision,
    organization: document.organizationId === decision.organizationId,
    "sent name": document.sentName === null || document.sentName === document.name,
    "sent type": document.sentType === null || document.sentType === document.documentType,
    total: isSameAmount(document.totalCost, decision.totalCost),
    "shown total": isSameAmount(document.shownTotal, shownTotal(page)),
    "hiding of prices": document.hidesPrices === hidesPrices(page),
    "time of sending":
      !versionSentAt || !document.sentAt || document.sentAt.getTime() === versionSentAt.getTime(),
    "time of recall": document.recalledAt === null,
    invoice: document.invoiceId === null || invoiceOf === document.organizationId,
  };
  return Object.entries(isSame).flatMap(([what, same]) => (same ? [] : [`the ${what} of the document`]));
}

function isSameAmount(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : exact(one).eq(exact(other));
}
