import { v7 } from "uuid";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import { insertMany } from "../db/many-rows.ts";
import { auditEvents } from "../schema/audit.ts";

/** The noun and the action, such as "document.approve". Every change of state has one. */
export type AuditAction = `${string}.${string}`;

type AuditEntry = {
  at: Date;
  action: AuditAction;
  /** The person who acted; null for the portal itself. */
  userProfileId: Id | null;
  isByCompany: boolean;
  organizationId: Id | null;
  subjectId: Id;
  details: Record<string, unknown>;
};

/** So many rows are one statement with a parameter for each value, which the database need not parse as JSON. */
const FEW = 100;

/** Adds audit rows in the transaction of the change. */
export async function recordAudit(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({ auditEventId: v7(), ...entry }));
  if (rows.length > FEW) await insertMany(tx, auditEvents, rows);
  else if (rows.length > 0) await tx.insert(auditEvents).values(rows);
}
