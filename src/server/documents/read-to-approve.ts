import type { Id } from "#domain/id.ts";
import { findAccess } from "../access-records/queries.ts";
import type { Tx } from "../db/database.ts";
import { sent } from "../db/sent.ts";
import type { Access } from "../schema/consent-columns.ts";
import { lockOnly } from "./queries.ts";
import { type RecordText, readRecord } from "./read-record.ts";

/** What an acceptance is about, and with which right. Undefined: there is no document that the organization's people see. */
export type ToApprove = { record: RecordText | undefined; access: Access | null };

/**
 * Locks a document and reads what belongs to it then, in one message where the driver can send it so. Undefined: there
 * is none that the organization's people see.
 */
export async function readToApprove(
  tx: Tx,
  writer: { organizationId: Id; userProfileId: Id },
  uniqueDocumentId: Id,
): Promise<ToApprove> {
  const { organizationId } = writer;
  const locked = await sent(lockOnly(tx, organizationId, uniqueDocumentId));
  const [record, access] = await Promise.all([
    readRecord(tx, organizationId, { uniqueDocumentId }),
    findAccess(tx, writer),
    locked.answer,
  ]);
  return { record, access };
}
