import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import { sent } from "../db/sent.ts";
import { lockOnly } from "./queries.ts";
import { type RecordText, readRecord } from "./read-record.ts";

/**
 * Locks a document and reads what belongs to it then, in one message where the driver can send it so. Undefined: there
 * is none that the organization's people see.
 */
export async function readToApprove(
  tx: Tx,
  organizationId: Id,
  uniqueDocumentId: Id,
): Promise<RecordText | undefined> {
  const locked = await sent(lockOnly(tx, organizationId, uniqueDocumentId));
  const [record] = await Promise.all([readRecord(tx, organizationId, { uniqueDocumentId }), locked.answer]);
  return record;
}
