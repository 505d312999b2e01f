import { v7 } from "uuid";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import { auditEvents } from "./tables.ts";

/** What may be written to the record. Each change of state has one. */
export type AuditAction =
  | "agreement.confirm"
  | "agreement.copy"
  | "agreement.sign"
  | "document.approve"
  | "document.decline"
  | "document.share"
  | "document.snapshot"
  | "document.unshare"
  | "work-order.choose"
  | "profile.update"
  | "image.upload"
  | "permission.remove"
  | "permission.request"
  | "world.load";

export type AuditEntry = {
  at: Date;
  action: AuditAction;
  /** Who did it; null for the portal itself. */
  userProfileId: Id | null;
  organizationId: Id | null;
  subjectId: Id;
  details: Record<string, unknown>;
};

/** Records what happened in the transaction in which it happens. */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx.insert(auditEvents).values({ auditEventId: v7(), ...entry });
}
