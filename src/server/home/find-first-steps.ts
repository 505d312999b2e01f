import type { SQL } from "drizzle-orm";
import { and, isNotNull, ne, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Home } from "#domain/home/home.ts";
import type { Id } from "#domain/id.ts";
import { userProfiles } from "../account/tables.ts";
import type { Reader } from "../db/database.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { isPending } from "../invitations/queries.ts";
import { invitations } from "../invitations/tables.ts";
import { organizations } from "../organizations/tables.ts";
import { products } from "../products/tables.ts";

/** What a portal without documents has already; null once there is a document. */
export async function findFirstSteps(reader: Reader, self: Id): Promise<Home["firstSteps"]> {
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
