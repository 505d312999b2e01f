import { z } from "zod";
import { tooLong } from "../typed-text.ts";
import type { DocumentStatus } from "./unique-document.ts";

/** The longest message that a document is sent with, and the longest reason why it is withdrawn. */
export const MESSAGE_LIMIT = 2000;

export const Message = z.string().trim().max(MESSAGE_LIMIT, tooLong(MESSAGE_LIMIT));

export const Reason = Message.min(1, "Please enter a reason. Your client can read it");

/** What sending, recalling, withdrawing and a new version depend on. */
export type Sendable = {
  status: DocumentStatus;
  /** Whether its client sees it or has seen it. */
  isShown: boolean;
  isWithdrawn: boolean;
  /** Whether its last day has passed. */
  isExpired: boolean;
};

export type SendRefusal =
  | "withdrawn"
  | "expired"
  | "sent-already"
  | "decided"
  | "archived"
  | "inactive-organization"
  | "empty-page"
  | "unknown-block"
  | "picture-lost"
  | "amount-out-of-range"
  | "unfilled-variable"
  | "payment-plan"
  | "validity-over"
  | "other-version-open";

/** Why a document cannot be sent to its client now; null if it can. */
export function refuseSending(
  document: Sendable & {
    isArchived: boolean;
    isOrganizationActive: boolean;
    isEmpty: boolean;
    hasUnknownBlock: boolean;
    /** Whether it shows a stored picture that its client cannot be shown. */
    hasLostPicture: boolean;
    hasPriceFault: boolean;
    hasUnfilledVariable: boolean;
    /** Whether its payment plan does not add up, or has a date that cannot be. */
    hasPlanFault: boolean;
    /** Whether the last day that it is sent with has passed. */
    isValidityOver: boolean;
    /** Whether another version of it waits for a decision: its client could accept both. */
    isOtherVersionOpen: boolean;
  },
): SendRefusal | null {
  if (document.isWithdrawn) return "withdrawn";
  if (document.isExpired) return "expired";
  if (document.status === "PENDING") return "sent-already";
  if (document.status !== "DRAFT") return "decided";
  if (document.isArchived) return "archived";
  if (!document.isOrganizationActive) return "inactive-organization";
  if (document.isEmpty) return "empty-page";
  if (document.hasUnknownBlock) return "unknown-block";
  if (document.hasLostPicture) return "picture-lost";
  if (document.hasPriceFault) return "amount-out-of-range";
  if (document.hasUnfilledVariable) return "unfilled-variable";
  if (document.hasPlanFault) return "payment-plan";
  if (document.isValidityOver) return "validity-over";
  return document.isOtherVersionOpen ? "other-version-open" : null;
}

export type RecallRefusal = "withdrawn" | "expired" | "not-sent" | "decided";

/** Why a document cannot be recalled, to be changed and sent again; null if it can. */
export function refuseRecall({ status, isWithdrawn, isExpired }: Sendable): RecallRefusal | null {
  if (isWithdrawn) return "withdrawn";
  if (isExpired) return "expired";
  if (status === "DRAFT") return "not-sent";
  return status === "PENDING" ? null : "decided";
}

/** Why a document cannot be withdrawn for good; null if it can, also after a recall. */
export function refuseWithdrawal({
  status,
  isShown,
  isWithdrawn,
  isExpired,
}: Sendable): RecallRefusal | null {
  if (isWithdrawn) return "withdrawn";
  if (isExpired) return "expired";
  if (status === "DRAFT") return isShown ? null : "not-sent";
  return status === "PENDING" ? null : "decided";
}

/** Only a document that its client knows can have a newer version. Others are just changed. */
export function mayHaveNewVersion({ isShown }: Pick<Sendable, "isShown">): boolean {
  return isShown;
}

export const CHECK_KINDS = [
  "empty-page",
  "unknown-type",
  "unread-part",
  "no-work",
  "missing-work",
  "unknown-product",
  "zero-total",
  "amount-out-of-range",
  "total-out-of-range",
  "total-may-be-negative",
  "number-not-used",
  "no-alternative-text",
  "picture-lost",
  "picture-not-fetched",
  "broken-anchor",
  "unfilled-variable",
  "payment-plan",
  "payment-plan-unused",
  "old-starting-text",
  "empty-footer",
  "empty-block",
  "no-product",
  "no-address",
  "no-font",
  "nobody-to-tell",
] as const;

export const DocumentCheck = z.strictObject({
  kind: z.enum(CHECK_KINDS),
  /** A sentence for the author. */
  message: z.string(),
  /** The block to look at; null: the whole document. */
  blockId: z.string().nullable(),
  /** Whether sending is refused until it is mended. */
  isRefused: z.boolean(),
});
export type DocumentCheck = z.infer<typeof DocumentCheck>;
