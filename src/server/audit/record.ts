import { v7 } from "uuid";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import { auditEvents } from "./tables.ts";

/** The actions in the audit trail, one for each change of state. */
export type AuditAction =
  | "admin.change-role"
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
  /** The person who acted; null for the portal itself. */
  userProfileId: Id | null;
  organizationId: Id | null;
  subjectId: Id;
  details: Record<string, unknown>;
};

/** Adds an audit row in the transaction of the change. */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx.insert(auditEvents).values({ auditEventId: v7(), ...entry });
}
