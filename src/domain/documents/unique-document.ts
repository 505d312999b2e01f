import { z } from "zod";
import { StoredEmail } from "../account/user-profile.ts";
import { ContentHash } from "../canonical-json.ts";
import { Decimal } from "../decimal.ts";
import { Id, isFree } from "../id.ts";
import { PuckState } from "../page/page.ts";
import { Timestamp } from "../record-fields.ts";

export const DOCUMENT_STATUSES = ["DRAFT", "PENDING", "APPROVED", "DECLINED"] as const;
export const DocumentStatus = z.enum(DOCUMENT_STATUSES);
export type DocumentStatus = z.infer<typeof DocumentStatus>;

/** In the order of a document's life. */
export const DOCUMENT_STATUS_LABELS = {
  DRAFT: "Draft",
  PENDING: "Pending",
  APPROVED: "Approved",
  DECLINED: "Declined",
} satisfies Record<DocumentStatus, string>;

/** Why a sent document is over without a decision: its status is DRAFT again, and its clients go on reading it. */
export const CLOSED_BECAUSE = ["WITHDRAWN", "EXPIRED"] as const;
export const ClosedBecause = z.enum(CLOSED_BECAUSE);
export type ClosedBecause = z.infer<typeof ClosedBecause>;

/** The reason of a refused decision on a closed document. */
export const CLOSED_REFUSALS = { WITHDRAWN: "withdrawn", EXPIRED: "expired" } as const satisfies Record<
  ClosedBecause,
  string
>;
export type ClosedRefusal = (typeof CLOSED_REFUSALS)[ClosedBecause];

/** What lists show and filter as the status of a document. */
export const LISTED_STATUSES = [...DOCUMENT_STATUSES, ...CLOSED_BECAUSE] as const;
export const ListedStatus = z.enum(LISTED_STATUSES);
export type ListedStatus = z.infer<typeof ListedStatus>;

export const LISTED_STATUS_LABELS = {
  ...DOCUMENT_STATUS_LABELS,
  WITHDRAWN: "Withdrawn",
  EXPIRED: "Expired",
} satisfies Record<ListedStatus, string>;

export function listedStatusOf(document: {
  status: DocumentStatus;
  closedBecause: ClosedBecause | null;
}): ListedStatus {
  return document.closedBecause ?? document.status;
}

/** The types of documents that belong to one organization. */
export const DOCUMENT_TYPES = ["PROPOSAL", "SCOPE_OF_WORK", "LEGAL_DOCUMENT"] as const;
export const DocumentType = z.enum(DOCUMENT_TYPES);
export type DocumentType = z.infer<typeof DocumentType>;

const DOCUMENT_TYPE_LABELS: Record<string, string> = {
  PROPOSAL: "Proposal",
  SCOPE_OF_WORK: "Scope of Work",
  LEGAL_DOCUMENT: "Agreement",
  GENERAL_DOCUMENT: "General Legal",
};

export function documentTypeLabel(documentType: string): string {
  return DOCUMENT_TYPE_LABELS[documentType] ?? "Document";
}

export const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(120)
  .refine(isFree, "This word is a part of the portal's own addresses, so it can't be a slug");

export const DocumentSnapshot = z.strictObject({
  status: DocumentStatus,
  createdAt: Timestamp,
  /** A link to the PDF that works for 60 seconds. */
  uri: z.string(),
});
export type DocumentSnapshot = z.infer<typeof DocumentSnapshot>;

export const BundleLink = z.strictObject({
  uniqueDocumentId: Id,
  /** A link to the zip that works for 60 seconds; null without a PDF of an acceptance. */
  uri: z.string().nullable(),
});
export type BundleLink = z.infer<typeof BundleLink>;

/** Who decided on a document, and when. APPROVED and DECLINED documents have it. */
const ApprovedBy = z.strictObject({
  userName: z.string(),
  userEmail: StoredEmail,
  approvedTime: Timestamp,
});
export const ListedDocument = z.strictObject({
  uniqueDocumentId: Id,
  organizationId: Id,
  externalId: z.string().max(64),
  name: z.string().min(1).max(200),
  slug: Slug,
  templateId: Id.nullable(),
  documentType: DocumentType,
  status: DocumentStatus,
  closedBecause: ClosedBecause.nullable(),
  /** The last day on which it can be accepted, in the company's time zone; null: it has no end. */
  validUntil: z.iso.date().nullable(),
  invoice: Id.nullable(),
  /** Dollars including GST, with the current choices. Null if the page has no price or hides one. */
  totalCost: Decimal.nullable(),
  /** Whether the page hides prices, which then are in no answer and no sum. */
  hidesPrices: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  approvedBy: ApprovedBy.nullable(),
  documentSnapshots: z.array(DocumentSnapshot),
  /** Present only if the call asks for it. */
  puckState: PuckState.optional(),
});
export type ListedDocument = z.infer<typeof ListedDocument>;

/** Why the company took a document back for good, and when. */
export const Withdrawal = z.strictObject({ withdrawnAt: Timestamp, reason: z.string() });
export type Withdrawal = z.infer<typeof Withdrawal>;

/** Another version of a document: a document of its own. */
export const OtherVersion = z.strictObject({
  uniqueDocumentId: Id,
  externalId: z.string(),
  name: z.string(),
  status: DocumentStatus,
  closedBecause: ClosedBecause.nullable(),
});
export type OtherVersion = z.infer<typeof OtherVersion>;

/** What people read of a decision with isBroughtIn. */
export const BROUGHT_IN = "Imported: decided elsewhere, or before the portal recorded evidence.";

export const UniqueDocument = ListedDocument.extend({
  /** Whether it was sent before, and the company has taken it back to change it. */
  isRecalled: z.boolean(),
  /** Whether its decision was made elsewhere, or before the portal kept evidence. */
  isBroughtIn: z.boolean(),
  withdrawal: Withdrawal.nullable(),
  /** The document that this one is a new version of. */
  predecessor: OtherVersion.nullable(),
  /** Without the rates, discounts and lines that its blocks hide. */
  puckState: PuckState,
  /** SHA-256 (hex) of this answer's content, with a salted hash of hidden prices. An acceptance sends it back. */
  contentHash: ContentHash,
});
export type UniqueDocument = z.infer<typeof UniqueDocument>;

/** The newest snapshot of the approved document. People download its PDF. */
export function newestApprovedSnapshot(snapshots: readonly DocumentSnapshot[]): DocumentSnapshot | undefined {
  return snapshots
    .filter((snapshot) => snapshot.status === "APPROVED")
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
}
