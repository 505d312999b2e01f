import { v7 } from "uuid";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import { auditEvents } from "./tables.ts";

/** The noun and the deed, such as "document.approve". Every change of state has one. */
export type AuditAction = `${string}.${string}`;

type AuditEntry = {
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
