import { and, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Home } from "#domain/home/home.ts";
import type { Id } from "#domain/id.ts";
import type { Reader } from "../db/database.ts";
import { userProfiles } from "../schema/account.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { organizations } from "../schema/organizations.ts";
import { products } from "../schema/products.ts";

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
