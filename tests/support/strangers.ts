import { getTableName, sql } from "drizzle-orm";
import { emailChanges } from "#server/schema/people.ts";
import { organizationPermissionRequests } from "#server/schema/permissions.ts";
import { ALL_TABLES } from "./all-tables.ts";
import { makeNotification, makePerson, unique } from "./factories.ts";
import type { TestApp } from "./make-app.ts";
import { makeInvitation } from "./make-invitation.ts";
import { makeRecords } from "./records.ts";

const NAMES = ALL_TABLES.map(getTableName);

/** An organization and its person, whom no request names. Returns how to read all rows that name them. */
export async function makeStrangers(app: TestApp): Promise<() => Promise<string[]>> {
  const person = await makePerson(app.db);
  const { organizationId, userProfileId, authUserId } = person;
  await makeRecords(app, person);
  await app.signInAs(person);
  await makeNotification(app.db, { userProfileId, organizationId });
  await makeInvitation(app.db, { organizationId });
  const email = `${unique("new")}@example.test`;
  await app.db.insert(organizationPermissionRequests).values({
    organizationPermissionRequestId: unique("request"),
    organizationId,
    email,
    firstName: "Grace",
    lastName: "Hopper",
    permissionType: "read",
  });
  await app.db.insert(emailChanges).values({
    userProfileId,
    newEmail: email,
    tokenHash: unique("hash"),
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  return () => rowsNaming(app, [organizationId, userProfileId, authUserId]);
}

/** Every row of every table that names one of these ids, with its table. */
async function rowsNaming({ db }: TestApp, ids: readonly string[]): Promise<string[]> {
  const perTable = NAMES.map(
    (name) =>
      sql`select ${name}::text || one::text as row from ${sql.identifier(name)} as one where one::text ~ ${ids.join("|")}`,
  );
  const { rows } = await db.execute<{ row: string }>(sql.join(perTable, sql` union all `));
  return rows.map(({ row }) => row);
}
