import { z } from "zod";
import { Decimal } from "../decimal.ts";
import { Id } from "../id.ts";
import { NO_INVOICE } from "../invoices/invoice.ts";
import { Timestamp } from "../timestamp.ts";
import { WorkOrder } from "../work-orders/work-order.ts";
import { DocumentSnapshot, ListedDocument } from "./unique-document.ts";

/** A document in the company's list. */
export const DocumentCard = ListedDocument.pick({
  uniqueDocumentId: true,
  organizationId: true,
  externalId: true,
  name: true,
  documentType: true,
  status: true,
  createdAt: true,
  updatedAt: true,
}).extend({
  organizationName: z.string(),
  /** Dollars including GST with the current choices, also of hidden prices; null if it prices nothing. */
  totalCost: Decimal.nullable(),
  /** Since when its client sees it; null: the client does not. */
  shownAt: Timestamp.nullable(),
  /** Since when it is left out of the company's list; null: it is in it. */
  archivedAt: Timestamp.nullable(),
});
export type DocumentCard = z.infer<typeof DocumentCard>;

/** Who decided on a document, when, and why it was declined. */
const Decision = z.strictObject({
  userName: z.string(),
  userEmail: z.string(),
  decidedAt: Timestamp,
  reason: z.string().nullable(),
});

/** A document's own work. */
const OwnWork = WorkOrder.pick({
  workOrderId: true,
  externalId: true,
  name: true,
  workOrderStatus: true,
  optional: true,
});

/** A whole document without its page, as the company's people see it. */
export const AdminDocument = DocumentCard.extend({
  templateId: Id.nullable(),
  slug: z.string(),
  invoice: z.union([z.literal(NO_INVOICE), Id]),
  /** Null: it has no invoice. */
  invoiceName: z.string().nullable(),
  decision: Decision.nullable(),
  documentSnapshots: z.array(DocumentSnapshot),
  workOrders: z.array(OwnWork),
});
export type AdminDocument = z.infer<typeof AdminDocument>;

/** What was never sent can be deleted, what was sent only archived. */
export function isDeletable({ shownAt }: Pick<DocumentCard, "shownAt">): boolean {
  return shownAt === null;
}

/** The name and type of what was sent stay as its client read them. */
export function isWordingFixed({ status }: Pick<DocumentCard, "status">): boolean {
  return status !== "DRAFT";
}
