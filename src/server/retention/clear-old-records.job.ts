import { join } from "node:path";
import { z } from "zod";
import { formatDate } from "#domain/format.ts";
import { change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { listFiles, removeOlder } from "../files/sweep-parts.ts";
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
      // A portal without a mail server stores its mails as files.
      const mails = (await listFiles(join(deps.env.dataDir, "mails"))).filter((path) =>
        path.endsWith(".eml"),
      );
      await removeOlder(mails, now, mailRetentionDays * DAY_MS);
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
  let after: readonly string[] | null = null;
  do {
    const start: typeof after = after;
    after = await change(portal, PORTAL, async ({ tx, record }) => {
      const { rows, end } = await clearBatch(tx, old, before, { after: start, limit: BATCH_SIZE });
      if (rows === 0) return end;
      const day = formatDate(before.toISOString(), timeZone);
      const cleared = `${old.what} from before ${day}: ${rows.toLocaleString("en-AU")}`;
      const details = { cleared, rows, before: before.toISOString() };
      await record({ action: "records.clear", subjectId: "records", details });
      return end;
    });
  } while (after !== null);
}
