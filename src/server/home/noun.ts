import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/admin/home.ts";
import { MAX_UNDELIVERED } from "#domain/mail/undelivered-mail.ts";
import { change } from "../access/change.ts";
import type { Admin } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { type Route, route } from "../http/route.ts";
import { findUndelivered } from "../mail/find-undelivered.ts";
import { userProfiles } from "../schema/account.ts";
import { readHome } from "./read-home.ts";

export const routes: Route[] = [
  route(calls.getHome, ({ deps, caller }) => readHome(deps, caller)),
  route(calls.listUndelivered, ({ deps }) => findUndelivered(deps.db, MAX_UNDELIVERED)),
  route(calls.markDecisionsSeen, ({ deps, caller, body }) => markDecisionsSeen(deps, caller, body)),
];

/** Marks decisions up to a time, at most now, as seen. An earlier time than before changes nothing. */
async function markDecisionsSeen(
  deps: Deps,
  admin: Admin,
  { seenUntil }: z.output<typeof calls.markDecisionsSeen.body>,
): Promise<z.input<typeof calls.markDecisionsSeen.reply>> {
  return change(deps, admin, async ({ tx, at }) => {
    const until = new Date(seenUntil) < at ? new Date(seenUntil) : at;
    const [row] = await tx
      .update(userProfiles)
      // PostgreSQL's greatest() passes over null.
      .set({
        decisionsSeenUntil: sql`greatest(${userProfiles.decisionsSeenUntil}, ${until.toISOString()}::timestamptz)`,
      })
      .where(eq(userProfiles.userProfileId, admin.userProfileId))
      .returning({ seenUntil: userProfiles.decisionsSeenUntil });
    return { seenUntil: (row?.seenUntil ?? until).toISOString() };
  });
}
