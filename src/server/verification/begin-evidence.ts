import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { NO_HEAD, PORTAL_CHAIN } from "#domain/evidence/evidence-event.ts";
import { type ChangeDeps, change, PORTAL } from "../access/change.ts";
import { readLine, writeOnce } from "../data-dir/write-once.ts";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import { evidenceHeads } from "../schema/evidence.ts";
import { StartError } from "../start-error.ts";
import { attestEarlier } from "./attest-earlier.ts";

/**
 * Begins the evidence of a portal that has none, at its first start with this version. Once only: otherwise whoever
 * changes the database could have the portal sign records that they forged. Throws StartError if the evidence is gone.
 */
export async function beginEvidence(deps: ChangeDeps, dataDir: string): Promise<void> {
  const path = join(dataDir, "evidence-begun");
  await change(deps, PORTAL, async ({ tx, at }) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.load})`);
    const begun = await tx.select().from(evidenceHeads).where(eq(evidenceHeads.chain, PORTAL_CHAIN));
    if (begun.length > 0) return;
    if (readLine(path) !== null) throw evidenceGone(path);
    await tx.insert(evidenceHeads).values({ chain: PORTAL_CHAIN, position: 0, head: NO_HEAD });
    await attestEarlier(tx, deps.evidence, at);
  });
  if (readLine(path) === null) writeOnce(path, deps.clock().toISOString());
}

function evidenceGone(path: string): StartError {
  return new StartError(
    "The database has no evidence, though this portal has kept evidence before: somebody removed it, or the database is " +
      "a backup from before there was any. Nothing was changed. Restore a newer backup. If no newer backup is meant, " +
      `remove ${path}, and the portal begins its evidence again with all decisions marked as brought in.`,
  );
}
