import type { Id } from "../id.ts";
import { quotedWorkOrders } from "../page/blocks/work-orders.ts";
import type { PuckState } from "../page/page.ts";
import { workOrdersBlocks } from "../page/quoted-work.ts";
import {
  CLOSED_REFUSALS,
  type ClosedBecause,
  type ClosedRefusal,
  type DocumentStatus,
  type DocumentType,
  documentTypeLabel,
} from "./unique-document.ts";

export type ApprovalRefusal =
  | "still-draft"
  | ClosedRefusal
  | "already-decided"
  | "content-changed"
  | "not-showable"
  | "amount-out-of-range";

export type Approvable = {
  status: DocumentStatus;
  closedBecause: ClosedBecause | null;
  contentHash: string;
  /** Whether readers see all of the content. No one accepts a block that was never shown. */
  isShowable: boolean;
  /** Whether a figure or the total is out of range (decision 56). */
  hasPriceFault: boolean;
  /** The person who has decided already, and the content they decided on; null if no one has. */
  decidedBy: { userProfileId: Id; contentHash: string } | null;
};

type ApprovalOutcome =
  | { outcome: "approve" | "same-receipt" }
  | { outcome: "refuse"; refusal: ApprovalRefusal };

/** Whether this person may accept what they saw, by its hash. A repeated acceptance has the same receipt. */
export function evaluateApproval(document: Approvable, userProfileId: Id, seenHash: string): ApprovalOutcome {
  if (document.closedBecause !== null)
    return { outcome: "refuse", refusal: CLOSED_REFUSALS[document.closedBecause] };
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
  if (document.hasPriceFault) return { outcome: "refuse", refusal: "amount-out-of-range" };
  return { outcome: "approve" };
}

/** A Scope of Work is accepted without a checkbox (spec 2 section 2.3). */
export function hasConfirmationCheckbox(documentType: DocumentType): boolean {
  return documentType !== "SCOPE_OF_WORK";
}

/** Whether a person can have been shown these words: with the organization's name, or before a screen knows it. */
export function isApprovalDeclaration(
  words: string,
  documentType: DocumentType,
  organizationName: string,
): boolean {
  const shown = [organizationName, undefined].map((name) => approvalDeclaration(documentType, name));
  return shown.includes(words);
}

/** The declaration that a person accepts. The decision stores it word for word. */
export function approvalDeclaration(
  documentType: DocumentType,
  organizationName: string | undefined,
): string {
  const organization = organizationName ?? "my Organization";
  return `I confirm that I am authorised to approve this ${documentTypeLabel(documentType)} on behalf of ${organization}.`;
}

/** An optional work order of a page, with the client's choice. */
export type AcceptedChoice = { workOrderId: Id; name: string; isIncluded: boolean };

/** Every optional work order of a resolved page in reading order, each once. */
export function acceptedChoices(page: PuckState): AcceptedChoice[] {
  const choices = quotedWork(page).flatMap(({ workOrderId, workOrder }) => {
    if (!workOrder?.optional.isOptional) return [];
    const { doesClientWantWorkDone: isIncluded } = workOrder.optional;
    return [[workOrderId, { workOrderId, name: workOrder.name, isIncluded }] as const];
  });
  return [...new Map(choices).values()];
}

/** The names of the work of a resolved page that is not optional, in reading order, each once. */
export function agreedWork(page: PuckState): string[] {
  const agreed = quotedWork(page).flatMap(({ workOrderId, workOrder }) =>
    workOrder && !workOrder.optional.isOptional ? [[workOrderId, workOrder.name] as const] : [],
  );
  return [...new Map(agreed).values()];
}

function quotedWork(page: PuckState) {
  return workOrdersBlocks(page).flatMap(({ props }) => quotedWorkOrders(props.workOrderData));
}
