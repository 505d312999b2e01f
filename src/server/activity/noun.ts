import { desc } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/admin/activity.ts";
import { MAX_EXPORTED } from "#domain/activity/activity.ts";
import { writeCsv } from "#domain/csv/write-csv.ts";
import { formatDateTime } from "#domain/format.ts";
import { change } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { auditEvents } from "../schema/audit.ts";
import { findActivity, listActivity } from "./list-activity.ts";
import { activityFilter } from "./who-and-what.ts";

const HEAD = ["Time", "UTC", "Who", "What", "About", "More", "Organization"];
const ACTIVITY = "activity";

/** A part of the activity as CSV, the latest first. Who takes it out of the portal is recorded. */
async function exportActivity(
  deps: Deps,
  owner: Owner,
  part: z.output<typeof calls.exportActivity.body>,
): Promise<z.input<typeof calls.exportActivity.reply>> {
  const { timeZone } = deps.settings.now();
  const orderBy = [desc(auditEvents.at), desc(auditEvents.auditEventId)];
  const found = await findActivity(deps, { where: activityFilter(deps, part), orderBy }, MAX_EXPORTED + 1);
  const rows = found.slice(0, MAX_EXPORTED);
  // The file is not in the answer stored for a repeated request.
  await change(deps, owner, ({ record }) =>
    record({ action: "activity.export", subjectId: ACTIVITY, details: { ...part, rows: rows.length } }),
  );
  const csv = writeCsv(
    HEAD,
    rows.map(({ at, who, what, about, note, organizationName }) => [
      formatDateTime(at, timeZone),
      at,
      who,
      what,
      about,
      note,
      organizationName,
    ]),
  );
  return { csv, rows: rows.length, isCut: found.length > rows.length };
}

export const noun: Noun = {
  actions: {
    portal: {
      "activity.export": "exported the activity",
    },
  },
};

export const routes: Route[] = [
  listRoute(calls.listActivity, ({ deps, query }) => listActivity(deps, query)),
  route(calls.exportActivity, ({ deps, caller, body }) => exportActivity(deps, caller, body)),
];
