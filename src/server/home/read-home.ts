import { eq } from "drizzle-orm";
import { FIRST_LOOK_DAYS, type Home, NAMED_ON_HOME } from "#domain/home/home.ts";
import type { Admin } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { findUndelivered } from "../mail/find-undelivered.ts";
import { userProfiles } from "../schema/account.ts";
import { findDecided, findOpened, findUnopened } from "./find-documents.ts";
import { findFirstSteps } from "./find-first-steps.ts";
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
  const seenUntil = person?.seen ?? new Date(deps.clock().getTime() - FIRST_LOOK_DAYS * DAY_MS);
  return {
    seenUntil: seenUntil.toISOString(),
    accepted: await findDecided(db, "APPROVED", seenUntil),
    declined: await findDecided(db, "DECLINED", seenUntil),
    opened: await findOpened(db, deps.clock()),
    unopened: await findUnopened(db, deps.clock()),
    requests: await findRequests(db),
    toInvoice: await findToInvoice(db),
    drafts: await countDrafts(db),
    unpaid: await findUnpaid(db),
    givenUp: await findUndelivered(db, NAMED_ON_HOME),
    firstSteps: await findFirstSteps(deps),
  };
}
