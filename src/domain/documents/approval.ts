import type { Id } from "../id.ts";
import { type DocumentStatus, type DocumentType, documentTypeLabel } from "./unique-document.ts";

export type ApprovalRefusal = "still-draft" | "already-decided" | "content-changed" | "not-showable";

/** What an acceptance asks of the document as it stands at the moment of the decision. */
export type Approvable = {
  status: DocumentStatus;
  contentHash: string;
  /** Whether a reader sees all of the content; nobody accepts what they were never shown. */
  isShowable: boolean;
  /** Who has decided already, and on what content; null while nobody has. */
  decidedBy: { userProfileId: Id; contentHash: string } | null;
};

export type ApprovalOutcome =
  | { outcome: "approve" | "same-receipt" }
  | { outcome: "refuse"; refusal: ApprovalRefusal };

/**
 * Whether this person may accept now what they saw. The content hash must still be current;
 * the same acceptance by the same person, sent again, gets the same receipt.
 */
export function judgeApproval(document: Approvable, userProfileId: Id, seenHash: string): ApprovalOutcome {
  if (document.status === "DRAFT") return { outcome: "refuse", refusal: "still-draft" };
  if (document.status !== "PENDING") {
    const isRepeat =
      document.status === "APPROVED" &&
      document.decidedBy?.userProfileId === userProfileId &&
      document.decidedBy.contentHash === seenHash;
    return isRepeat ? { outcome: "same-receipt" } : { outcome: "refuse", refusal: "already-decided" };
  }
  if (document.contentHash !== seenHash) return { outcome: "refuse", refusal: "content-changed" };
  if (!document.isShowable) return { outcome: "refuse", refusal: "not-showable" };
  return { outcome: "approve" };
}

/** A Scope of Work is accepted without a checkbox (spec 2 section 2.3). */
export function hasConfirmationCheckbox(documentType: DocumentType): boolean {
  return documentType !== "SCOPE_OF_WORK";
}

/** The sentence that a person accepts under; it is stored with the acceptance word for word. */
export function approvalDeclaration(
  documentType: DocumentType,
  organizationName: string | undefined,
): string {
  const organization = organizationName ?? "my Organization";
  return `I confirm that I am authorised to approve this ${documentTypeLabel(documentType)} on behalf of ${organization}.`;
}
