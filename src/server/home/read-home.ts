import { asc, eq } from "drizzle-orm";
import { FIRST_LOOK_DAYS, type Home, NAMED_ON_HOME } from "#domain/home/home.ts";
import type { Admin } from "../access/gates.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { findUndelivered } from "../mail/find-undelivered.ts";
import { userProfiles } from "../schema/account.ts";
import { auditEvents } from "../schema/audit.ts";
import { findDecided, findDrafts, findOpened, findUnopened } from "./find-documents.ts";
import { findFirstSteps } from "./find-first-steps.ts";
import { findMonths } from "./find-months.ts";
import { countDrafts, findToInvoice } from "./find-to-invoice.ts";
import { findRequests, findUnpaid } from "./find-waiting.ts";

const DAY_MS = 86_400_000;

/** What needs the company now, with the decisions that this admin has not marked as seen. */
export async function readHome(deps: Deps, { userProfileId }: Admin): Promise<Home> {
  const { db } = deps;
  const [person] = await db
    .select({ seen: userProfiles.decisionsSeenUntil })
    .from(userProfiles)
    .where(eq(userProfiles.userProfileId, userProfileId));
  const now = deps.clock();
  const seenUntil = person?.seen ?? new Date(now.getTime() - FIRST_LOOK_DAYS * DAY_MS);
  return {
    seenUntil: (await notBeforeFirstAction(db, seenUntil)).toISOString(),
    accepted: await findDecided(db, "APPROVED", seenUntil),
    declined: await findDecided(db, "DECLINED", seenUntil),
    months: await findMonths(db, deps.settings.now().timeZone, now),
    documentDrafts: await findDrafts(db),
    opened: await findOpened(db, now),
    unopened: await findUnopened(db, now),
    requests: await findRequests(db),
    toInvoice: await findToInvoice(db),
    drafts: await countDrafts(db),
    unpaid: await findUnpaid(db),
    givenUp: await findUndelivered(db, NAMED_ON_HOME),
    firstSteps: await findFirstSteps(deps),
  };
}

/** A portal that is younger than the first look names its first recorded action. */
async function notBeforeFirstAction(reader: DbOrTx, since: Date): Promise<Date> {
  const [first] = await reader
    .select({ at: auditEvents.at })
    .from(auditEvents)
    .orderBy(asc(auditEvents.at), asc(auditEvents.auditEventId))
    .limit(1);
  return first && first.at > since ? first.at : since;
}
