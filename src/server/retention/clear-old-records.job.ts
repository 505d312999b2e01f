import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { formatDate } from "#domain/format.ts";
import { change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { defineJob } from "../jobs/job.ts";
import { withScope } from "../rls/scoped-db.ts";
import {
  clearBatch,
  OLD_ACTIVITY,
  OLD_ADDRESSES,
  OLD_INVITATION_ADDRESSES,
  OLD_MAILS,
  OLD_OPENINGS,
  type OldRecords,
  type Place,
} from "./old-records.ts";

const DAY_MS = 86_400_000;

/** Small enough that others hardly wait for a transaction. */
const BATCH_SIZE = 5000;

/** Clears what the settings keep no longer. Each batch is a transaction of its own that also records the clearing. */
export const clearOldRecords = defineJob({
  name: "clear-old-records",
  payload: z.strictObject({}),
  everySeconds: 86_400,
  async run(deps) {
    const now = deps.clock();
    const { addressRetentionDays, mailRetentionDays, activityRetentionDays } = deps.settings.now();
    const dayBefore = (days: number) => new Date(now.getTime() - days * DAY_MS);
    const addresses = dayBefore(addressRetentionDays);
    await clear(deps, OLD_ADDRESSES, addresses);
    await clear(deps, OLD_INVITATION_ADDRESSES, addresses);
    if (mailRetentionDays !== null) {
      await clear(deps, OLD_MAILS, dayBefore(mailRetentionDays));
      await clearMailFiles(join(deps.env.dataDir, "mails"), dayBefore(mailRetentionDays));
    }
    if (activityRetentionDays !== null) {
      await clear(deps, OLD_ACTIVITY, dayBefore(activityRetentionDays));
      await clear(deps, OLD_OPENINGS, dayBefore(activityRetentionDays));
    }
  },
});

async function clear(deps: Deps, old: OldRecords, before: Date): Promise<void> {
  const portal = withScope(deps, { role: "portal" });
  const { timeZone } = deps.settings.now();
  let after: Place | null = null;
  do after = await clearNext(after);
  while (after !== null);

  /** Returns the end of the batch; null after the last. */
  function clearNext(start: Place | null): Promise<Place | null> {
    return change(portal, PORTAL, async ({ tx, record }) => {
      const { rows, end } = await clearBatch(tx, old, before, { after: start, most: BATCH_SIZE });
      if (rows === 0) return end;
      const day = formatDate(before.toISOString(), timeZone);
      const summary = `${old.what} from before ${day}: ${rows.toLocaleString("en-AU")}`;
      await record({
        action: "records.clear",
        subjectId: "records",
        details: { cleared: summary, rows, before: before.toISOString() },
      });
      return end;
    });
  }
}

/** Removes the mails that a portal without a mail server has stored before a moment. */
async function clearMailFiles(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch(orGone([]));
  for (const name of names.filter((one) => one.endsWith(".eml"))) {
    const path = join(folder, name);
    const found = await stat(path).catch(orGone(null));
    if (found && found.mtime < before) await rm(path, { force: true });
  }
}

/** No one may have stored a mail yet, and someone may remove a file in the meantime. */
function orGone<Nothing>(nothing: Nothing): (error: NodeJS.ErrnoException) => Nothing {
  return (error) => {
    if (error.code === "ENOENT") return nothing;
    throw error;
  };
}
