import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Reader } from "../db/database.ts";
import { accessRecords } from "../schema/access-records.ts";

/** The name of who gave a person access, as its record has it now: they may have been erased since. Null: it is not known. */
export async function findAccessGiverName(
  reader: Reader,
  { accessRecordId }: { accessRecordId: Id | null },
): Promise<string | null> {
  if (accessRecordId === null) return null;
  const [record] = await reader
    .select({ actorName: accessRecords.actorName })
    .from(accessRecords)
    .where(eq(accessRecords.accessRecordId, accessRecordId));
  return record?.actorName ?? null;
}
