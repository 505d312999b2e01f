import { and, eq, gt } from "drizzle-orm";
import type { Holder } from "#domain/drafts/working-draft.ts";
import type { Id } from "#domain/id.ts";
import type { Reader } from "../db/database.ts";
import { findColleagues } from "../pages/queries.ts";
import { draftLeases } from "./tables.ts";

/** Who holds the draft at this moment. */
export async function findHolder(reader: Reader, uniqueDocumentId: Id, now: Date): Promise<Holder | null> {
  const [lease] = await reader
    .select()
    .from(draftLeases)
    .where(and(eq(draftLeases.uniqueDocumentId, uniqueDocumentId), gt(draftLeases.until, now)));
  const colleague = lease && (await findColleagues(reader, [lease.userProfileId])).get(lease.userProfileId);
  return colleague ? { ...colleague, until: lease.until.toISOString() } : null;
}
