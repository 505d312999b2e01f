import { z } from "zod";
import { Decimal } from "../decimal.ts";
import { Id } from "../id.ts";
import { NO_INVOICE } from "../invoices/invoice.ts";
import { RecordVersion, Timestamp } from "../record-fields.ts";
import { WorkOrder } from "../work-orders/work-order.ts";
import { DocumentSnapshot, ListedDocument, OtherVersion, Withdrawal } from "./unique-document.ts";

/** A document in the company's list. */
export const DocumentCard = ListedDocument.pick({
  uniqueDocumentId: true,
  organizationId: true,
  externalId: true,
  name: true,
  documentType: true,
  status: true,
  closedBecause: true,
  validUntil: true,
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

const Decision = z.strictObject({
  userName: z.string(),
  userEmail: z.string(),
  decidedAt: Timestamp,
  reason: z.string().nullable(),
});

const OwnWork = WorkOrder.pick({
  workOrderId: true,
  externalId: true,
  name: true,
  workOrderStatus: true,
  optional: true,
});

/** A version that clients could read, with what its sender wrote. */
const SentVersion = z.strictObject({
  number: z.int(),
  sentAt: Timestamp,
  /** The sender's present name; null: an import or an upgrade made the version. */
  sentBy: z.string().nullable(),
  message: z.string().nullable(),
});
export type SentVersion = z.infer<typeof SentVersion>;

/** The colleague who hears of a document's openings and decisions. */
const DocumentOwner = z.strictObject({
  userProfileId: Id,
  name: z.string(),
  /** They look after the organization, and the document has no owner of its own. */
  isOfOrganization: z.boolean(),
});
export type DocumentOwner = z.infer<typeof DocumentOwner>;

/** A document as the company's people see and manage it. Every type of their side has the prefix Managed. */
export const ManagedDocument = DocumentCard.extend({
  owner: DocumentOwner.nullable(),
  templateId: Id.nullable(),
  /** Null: it has no template of this portal. */
  templateName: z.string().nullable(),
  /** The days after which a document of its template ends; null: none. */
  templateValidDays: z.int().nullable(),
  slug: z.string(),
  invoice: z.union([z.literal(NO_INVOICE), Id]),
  invoiceName: z.string().nullable(),
  decision: Decision.nullable(),
  /** Whether the decision was made elsewhere, or before the portal kept evidence. */
  isBroughtIn: z.boolean(),
  /** The parts of the decision that differ from its evidence. Clients are not shown the document then. */
  evidenceDifferences: z.array(z.string()),
  documentSnapshots: z.array(DocumentSnapshot),
  workOrders: z.array(OwnWork),
  /** Since when it is taken back to be changed; null: it is not. */
  recalledAt: Timestamp.nullable(),
  withdrawal: Withdrawal.nullable(),
  /** The document that this one is a new version of. */
  predecessor: OtherVersion.nullable(),
  /** The new versions of this one, oldest first. */
  successors: z.array(OtherVersion),
  /** Newest first. */
  versions: z.array(SentVersion),
  recordVersion: RecordVersion,
});
export type ManagedDocument = z.infer<typeof ManagedDocument>;

/** What was never sent can be deleted, what was sent only archived. */
export function isDeletable({ shownAt }: Pick<DocumentCard, "shownAt">): boolean {
  return shownAt === null;
}

/** The name and type of what was sent stay as its client read them. */
export function isWordingFixed({
  status,
  closedBecause,
}: Pick<ManagedDocument, "status" | "closedBecause">): boolean {
  return status !== "DRAFT" || closedBecause !== null;
}

/** Whether everybody with the address of a document's public view may read it. */
export const Sharing = z.strictObject({
  uniqueDocumentId: Id,
  isShared: z.boolean(),
  /** Sharing ends at this moment; null: when someone turns it off. */
  expiresAt: Timestamp.nullable(),
});
export type Sharing = z.infer<typeof Sharing>;

export function publicViewPath(uniqueDocumentId: Id): string {
  return `/view/${encodeURIComponent(uniqueDocumentId)}`;
}
