import { join } from "node:path";
import type { SQL } from "drizzle-orm";
import { z } from "zod";
import { formatDate } from "#domain/format.ts";
import { change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { defineJob } from "../jobs/job.ts";
import { withScope } from "../wall/scoped-db.ts";
import { clearMailFiles } from "./clear-mail-files.ts";
import { oldActivity, oldAddresses, oldInvitationAddresses, oldMails, oldOpenings } from "./old-records.ts";

const DAY_MS = 86_400_000;

/** Small enough that others hardly wait for a transaction. */
const AT_ONCE = 5000;

/** Clears what the settings keep no longer. Each batch is a transaction of its own that also records the clearing. */
export const clearOldRecords = defineJob({
  name: "clear-old-records",
  payload: z.strictObject({}),
  everySeconds: 86_400,
  async run(deps) {
    const now = deps.clock();
    const { keepAddressesDays, keepMailsDays, keepActivityDays } = deps.settings.now();
    const dayBefore = (days: number) => new Date(now.getTime() - days * DAY_MS);
    const addresses = dayBefore(keepAddressesDays);
    await clear(deps, "sign-in addresses", addresses, oldAddresses);
    await clear(deps, "addresses in the activity", addresses, oldInvitationAddresses);
    if (keepMailsDays !== null) {
      await clear(deps, "emails", dayBefore(keepMailsDays), oldMails);
      await clearMailFiles(join(deps.env.dataDir, "mails"), dayBefore(keepMailsDays));
    }
    if (keepActivityDays !== null) {
      await clear(deps, "activity", dayBefore(keepActivityDays), oldActivity);
      await clear(deps, "openings of documents", dayBefore(keepActivityDays), oldOpenings);
    }
  },
});

type Statement = (before: Date, most: number) => SQL;

async function clear(deps: Deps, what: string, before: Date, statementOf: Statement): Promise<void> {
  const portal = withScope(deps, { role: "portal" });
  const { timeZone } = deps.settings.now();
  let cleared: number;
  do {
    cleared = await change(portal, PORTAL, async ({ tx, record }) => {
      const { rows: gone } = await tx.execute<{ gone: number }>(statementOf(before, AT_ONCE));
      const rows = gone.length;
      if (rows === 0) return 0;
      const day = formatDate(before.toISOString(), timeZone);
      const said = `${what} from before ${day}: ${rows.toLocaleString("en-AU")}`;
      await record({
        action: "records.clear",
        subjectId: "records",
        details: { cleared: said, rows, before: before.toISOString() },
      });
      return rows;
    });
  } while (cleared === AT_ONCE);
}
