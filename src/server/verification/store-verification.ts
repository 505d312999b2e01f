import { and, desc, gt, isNotNull, isNull, lt } from "drizzle-orm";
import { v7 } from "uuid";
import { z } from "zod";
import { Id } from "#domain/id.ts";
import { type Change, change, PORTAL } from "../access/change.ts";
import type { Outcome, ReportProgress } from "../commands/serve-commands.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { evidenceVerifications } from "../schema/verifications.ts";
import { type Compared, compareEvidence, formatVerification } from "./verify-evidence.ts";

const DAY_MS = 86_400_000;
/** A verification that takes longer was ended with its process. */
const MAX_RUN_MS = DAY_MS;
const RETENTION_MS = 180 * DAY_MS;
const MAX_DIFFERENCE_LENGTH = 500;

export const VERIFY_EVIDENCE = {
  name: "verify-evidence",
  payload: z.strictObject({ verificationId: Id }),
  // It reads every file, which may be gigabytes on a slow disk.
  maxSeconds: 12 * 3600,
};

const { verificationId, requestedAt, endedAt } = evidenceVerifications;

/** Enqueues a verification of all evidence, unless one waits or runs. Returns the id of whichever does. */
export async function enqueueVerification(deps: Deps, { tx, at }: Change, id: Id = v7()): Promise<Id> {
  const open = await findOpenVerification(tx, at);
  if (open) return open.verificationId;
  await tx.delete(evidenceVerifications).where(lt(requestedAt, new Date(at.getTime() - RETENTION_MS)));
  const added = await tx
    .insert(evidenceVerifications)
    .values({ verificationId: id, requestedAt: at })
    .onConflictDoNothing()
    .returning();
  if (added.length === 0) return id;
  await deps.queue.enqueue(tx, VERIFY_EVIDENCE, { verificationId: id });
  await publish(deps, tx, id);
  return id;
}

/** The verification that waits or runs. */
export async function findOpenVerification(reader: DbOrTx, now: Date) {
  const isRecent = gt(requestedAt, new Date(now.getTime() - MAX_RUN_MS));
  const [open] = await reader
    .select({ verificationId, requestedAt })
    .from(evidenceVerifications)
    .where(and(isNull(endedAt), isRecent))
    .limit(1);
  return open ?? null;
}

/** The verification that ended last. */
export async function findLastVerification(reader: DbOrTx) {
  const [last] = await reader
    .select()
    .from(evidenceVerifications)
    .where(isNotNull(endedAt))
    .orderBy(desc(endedAt), desc(verificationId))
    .limit(1);
  return last ?? null;
}

/** Runs `counterpart verify`, and stores its result for /admin/system. What cannot be stored is still answered. */
export async function verifyAndStore(deps: Deps, report: ReportProgress): Promise<Outcome> {
  const startedAt = deps.clock();
  const compared = await compareEvidence(deps, report);
  await storeVerification(deps, { id: v7(), startedAt }, compared).catch((error: unknown) =>
    deps.log.warn(error, "The result of a verification was not stored"),
  );
  return formatVerification(compared);
}

/** Stores how a verification ended. One that differs is logged as an error. */
export async function storeVerification(
  deps: Deps,
  { id, startedAt }: { id: Id; startedAt: Date },
  { checked, differences }: Compared,
): Promise<void> {
  const found = {
    compared: checked,
    isIntact: differences.length === 0,
    differences: differences.length,
    firstDifference: differences[0]?.slice(0, MAX_DIFFERENCE_LENGTH) ?? null,
  };
  if (!found.isIntact)
    deps.log.error(
      { verificationId: id, differences: differences.length },
      "The evidence isn't intact: run “counterpart verify”, which lists each difference",
    );
  await change(deps, PORTAL, async ({ tx, at }) => {
    const ended = { ...found, endedAt: at };
    await tx
      .insert(evidenceVerifications)
      .values({ verificationId: id, requestedAt: startedAt, ...ended })
      .onConflictDoUpdate({ target: verificationId, set: ended });
    await publish(deps, tx, id);
  });
}

function publish(deps: Deps, tx: Change["tx"], id: Id): Promise<void> {
  return deps.live.publish(tx, { company: true }, { kind: "verification", id });
}
