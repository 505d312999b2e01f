import { and, desc, eq, isNull, lte, max, type SQL, sql } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { NAMED_READERS, type Openings, UNOPENED_DAYS, type Waiting } from "#domain/openings/opening.ts";
import type { DbOrTx } from "../db/database.ts";
import { userProfiles } from "../schema/account.ts";
import { isOpened, isUnopened, uniqueDocuments } from "../schema/documents.ts";
import { documentOpenings } from "../schema/openings.ts";

type Row = typeof documentOpenings.$inferSelect;

/** Who opened a document, the last to open it first. */
export async function getOpenings(reader: DbOrTx, uniqueDocumentId: Id): Promise<Openings> {
  const ofDocument = eq(documentOpenings.uniqueDocumentId, uniqueDocumentId);
  const { userProfileId, firstName, lastName, email } = userProfiles;
  const people = await reader
    .select({
      userProfileId,
      firstName,
      lastName,
      email,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(documentOpenings)
    .innerJoin(userProfiles, eq(userProfileId, documentOpenings.userProfileId))
    .where(ofDocument)
    .groupBy(userProfileId)
    .orderBy(desc(max(documentOpenings.lastAt)), userProfileId)
    .limit(NAMED_READERS);
  const named = sql`${documentOpenings.userProfileId} = any(${sql.param(people.map((one) => one.userProfileId))}::text[])`;
  const rows = await reader.select().from(documentOpenings).where(and(ofDocument, named));
  const [visitors] = await reader
    .select()
    .from(documentOpenings)
    .where(and(ofDocument, isNull(documentOpenings.userProfileId)));
  const visitsOf = (person: Id, what: Row["what"]) =>
    present(rows.find((row) => row.userProfileId === person && row.what === what));
  return {
    total: people[0]?.total ?? 0,
    people: people.map(({ total: _, userProfileId: person, ...name }) => ({
      userProfileId: person,
      name: displayName(name),
      page: visitsOf(person, "page"),
      pdf: visitsOf(person, "pdf"),
    })),
    visitors: present(visitors),
  };
}

function present(row: Row | undefined): Openings["visitors"] {
  return row
    ? { firstAt: row.firstAt.toISOString(), lastAt: row.lastAt.toISOString(), times: row.times }
    : null;
}

const DAY_MS = 86_400_000;

/** The condition that a listed document waits for a decision and was opened since it was sent, or not for days. */
export function waitsFor(waiting: Waiting, now: Date): SQL | undefined {
  if (waiting === "unopened")
    return and(isUnopened(uniqueDocuments), lte(uniqueDocuments.sentAt, longAgo(now)));
  return isOpened(uniqueDocuments);
}

/** What was sent later and is unopened is no matter yet. */
export function longAgo(now: Date): Date {
  return new Date(now.getTime() - UNOPENED_DAYS * DAY_MS);
}
