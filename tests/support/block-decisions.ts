import { v7 } from "uuid";
import { BLOCK_HOURS } from "#domain/access/two-sides.ts";
import type { Db, Tx } from "#server/db/database.ts";
import { accessRecords } from "#server/schema/access-records.ts";

/** Records that the company has changed a person's email. Returns until when their decisions are held. */
export async function blockDecisions(
  db: Db | Tx,
  { userProfileId, email }: { userProfileId: string; email: string },
  organizationId: string,
  at = new Date(),
): Promise<string> {
  await db.insert(accessRecords).values({
    accessRecordId: v7(),
    organizationId,
    kind: "change-email",
    at,
    userProfileId,
    personName: "Ada Byron",
    personEmail: email,
    actorName: "Noah Castellan",
    actorSide: "company",
  });
  return new Date(at.getTime() + BLOCK_HOURS * 3_600_000).toISOString();
}
