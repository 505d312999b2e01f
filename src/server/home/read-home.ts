import { and, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { FIRST_LOOK_DAYS, type Home } from "#domain/home/home.ts";
import type { Id } from "#domain/id.ts";
import type { Admin } from "../access/gates.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { userProfiles } from "../schema/account.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { organizations } from "../schema/organizations.ts";
import { products } from "../schema/products.ts";
import { findDecided, findOpened, findUnopened } from "./find-documents.ts";
import { findGivenUp, findRequests, findUnpaid } from "./find-waiting.ts";

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
    unpaid: await findUnpaid(db),
    givenUp: await findGivenUp(db),
    firstSteps: await findFirstSteps(db, userProfileId),
  };
}

/** What a portal without documents has already; null once there is a document. */
async function findFirstSteps(reader: Reader, self: Id): Promise<Home["firstSteps"]> {
  if (await hasRow(reader, uniqueDocuments)) return null;
  const isColleague = and(isNotNull(userProfiles.adminRole), ne(userProfiles.userProfileId, self));
  const isInvited = and(isNotNull(invitations.adminRole), isPending());
  return {
    hasOrganization: await hasRow(reader, organizations),
    hasProduct: await hasRow(reader, products),
    hasColleague:
      (await hasRow(reader, userProfiles, isColleague)) || (await hasRow(reader, invitations, isInvited)),
  };
}

async function hasRow(reader: Reader, table: PgTable, where?: SQL): Promise<boolean> {
  const rows = await reader.select({ one: sql`1` }).from(table).where(where).limit(1);
  return rows.length > 0;
}
