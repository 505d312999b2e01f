import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/admin/people.ts";
import type { PERSON_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { contains } from "../db/comparable-sql.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { computedText, isOneOf, type List, storedText } from "../lists/list.ts";
import { pageOf, readList } from "../lists/read-list.ts";
import { isPresent, userProfiles } from "../schema/account.ts";
import { organizations } from "../schema/organizations.ts";
import { organizationPermissions } from "../schema/permissions.ts";
import { findListedPeople } from "./queries.ts";

const OF_THE_PERSON = sql`from ${organizationPermissions} join ${organizations}
    on ${organizations.organizationId} = ${organizationPermissions.organizationId}
  where ${organizationPermissions.userId} = ${userProfiles.userProfileId}`;

/** The names of a person's organizations, as the list shows them. */
const ORGANIZATION_NAMES = sql`(select coalesce(string_agg(${organizations.organizationName}, ', '
    order by ${organizations.nameOrder} collate "C", ${organizations.organizationId}), '')
  ${OF_THE_PERSON})`;

/** Only a text with a comma, or with a space at an end, may span two names. */
async function findsOrganizations(reader: Reader, name: string): Promise<SQL> {
  if (/^$|^[ ]|,|[ ]$/.test(name)) return contains(ORGANIZATIONS.comparable, name);
  const members = sql`select ${organizationPermissions.userId} from ${organizationPermissions} join ${organizations}
    on ${organizations.organizationId} = ${organizationPermissions.organizationId}
    where ${contains(organizations.nameComparable, name)}`;
  return isOneOf(reader, userProfiles.userProfileId, members);
}

const ORGANIZATIONS = computedText(ORGANIZATION_NAMES);

const PERSON_LIST: List<(typeof PERSON_LIST_COLUMNS)[number]> = {
  path: calls.listPeople.path,
  from: sql`${userProfiles}`,
  id: userProfiles.userProfileId,
  recent: userProfiles.createdAt,
  columns: {
    name: storedText(userProfiles.nameComparable, userProfiles.nameOrder),
    email: storedText(userProfiles.emailComparable, userProfiles.emailOrder),
    organizations: { ...ORGANIZATIONS, finds: findsOrganizations },
    lastSignedInAt: { type: "day", timestamp: userProfiles.lastSignedInAt },
  },
};

/** The people of all organizations and of the company, newest first, all or one page. */
export async function listPeople(
  deps: Deps,
  query: z.output<typeof calls.listPeople.query>,
): Promise<ListAnswer<typeof calls.listPeople>> {
  const where = isPresent(userProfiles);
  const slice = await readList(deps, PERSON_LIST, { owner: "company", where }, query);
  const people = await findListedPeople(deps.db, slice);
  return { data: people.map(({ createdAt: _, ...person }) => person), ...pageOf(slice) };
}
