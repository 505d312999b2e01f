import { and, asc, count, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import { type Home, NAMED_ON_HOME } from "#domain/home/home.ts";
import type { Id } from "#domain/id.ts";
import { inCents, sumInCents } from "../db/cents-sql.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { readStoredTotals } from "../lists/count-triggers.ts";
import { longAgo, waitsFor } from "../openings/get-openings.ts";
import { userProfiles } from "../schema/account.ts";
import { documentDecisions } from "../schema/document-versions.ts";
import { isDraft, isUnopened, uniqueDocuments } from "../schema/documents.ts";
import { documentOpenings } from "../schema/openings.ts";
import { organizations } from "../schema/organizations.ts";

const NAMED = {
  uniqueDocumentId: uniqueDocuments.uniqueDocumentId,
  externalId: uniqueDocuments.externalId,
  name: uniqueDocuments.name,
  documentType: uniqueDocuments.documentType,
  organizationId: uniqueDocuments.organizationId,
};

/** The decisions of a kind after a moment, latest first, with what was decided on at that time. */
export async function findDecided(
  reader: DbOrTx,
  decision: "APPROVED" | "DECLINED",
  after: Date,
): Promise<Home["accepted"]> {
  const { totalCost, decidedAt, userName, reason, organizationName } = documentDecisions;
  const matches = and(eq(documentDecisions.decision, decision), gt(decidedAt, after));
  const [all] = await reader
    .select({ total: count(), worth: sumInCents(totalCost) })
    .from(documentDecisions)
    .where(matches);
  const rows = await reader
    .select({
      ...NAMED,
      organizationName,
      totalCost: inCents(totalCost),
      decidedAt,
      decidedBy: userName,
      reason,
    })
    .from(documentDecisions)
    .innerJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, documentDecisions.uniqueDocumentId))
    .where(matches)
    .orderBy(desc(decidedAt), desc(documentDecisions.uniqueDocumentId))
    .limit(NAMED_ON_HOME);
  return {
    total: all?.total ?? 0,
    worth: all?.worth ?? null,
    rows: rows.map((row) => ({ ...row, decidedAt: row.decidedAt.toISOString() })),
  };
}

type Opening = { uniqueDocumentId: Id; lastAt: Date; userProfileId: Id | null };

/** The last opening of each document opened last. Each step jumps within the index and reads no other opening. */
async function findLastOpenings(reader: DbOrTx, now: Date): Promise<Opening[]> {
  const { uniqueDocumentId, lastAt, userProfileId } = documentOpenings;
  const next = (isNext: SQL) => sql`
    select ${uniqueDocumentId} as id, ${lastAt} as at, ${userProfileId} as by
    from ${documentOpenings} join ${uniqueDocuments} on ${eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId)}
    where ${waitsFor("opened", now)} and ${lastAt} >= ${uniqueDocuments.sentAt} and ${isNext}
    order by ${lastAt} desc nulls last, ${uniqueDocumentId} desc nulls last limit 1`;
  const found = await reader.execute<{ id: Id; at: Date | string; by: Id | null }>(sql`
    with recursive newest as (
      select first.*, array[first.id] as passed from (${next(sql`true`)}) as first
      union all
      select next.*, newest.passed || next.id from newest
      cross join lateral (
        ${next(sql`${lastAt} <= newest.at and ${uniqueDocumentId} <> all(newest.passed)`)}
      ) as next
      where cardinality(newest.passed) < ${NAMED_ON_HOME}::int
    )
    select id, at, by from newest`);
  return found.rows.map(({ id, at, by }) => ({
    uniqueDocumentId: id,
    lastAt: new Date(at),
    userProfileId: by,
  }));
}

/** The documents that someone has opened and no one has decided on, the last opened first. */
export async function findOpened(reader: DbOrTx, now: Date): Promise<Home["opened"]> {
  const all = await readStoredTotals(reader, { list: "opened documents" });
  const openings = await findLastOpenings(reader, now);
  const ids = openings.map((one) => one.uniqueDocumentId);
  const openers = openings.flatMap((one) => one.userProfileId ?? []);
  const { organizationName } = organizations;
  const documents = await reader
    .select({ ...NAMED, organizationName, totalCost: inCents(uniqueDocuments.totalCost) })
    .from(uniqueDocuments)
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .where(isAnyOf(uniqueDocuments.uniqueDocumentId, ids));
  const { userProfileId, firstName, lastName, email } = userProfiles;
  const people = await reader
    .select({ userProfileId, firstName, lastName, email })
    .from(userProfiles)
    .where(isAnyOf(userProfileId, openers));
  return {
    ...all,
    rows: openings.flatMap((opening) => {
      const document = documents.find((one) => one.uniqueDocumentId === opening.uniqueDocumentId);
      const person = people.find((one) => one.userProfileId === opening.userProfileId);
      return document
        ? {
            ...document,
            lastOpenedAt: opening.lastAt.toISOString(),
            lastOpenedBy: person ? displayName(person) : null,
          }
        : [];
    }),
  };
}

/** The documents that were sent some days ago and that no one has opened, oldest first. */
export async function findUnopened(reader: DbOrTx, now: Date): Promise<Home["unopened"]> {
  const { totalCost, sentAt, uniqueDocumentId } = uniqueDocuments;
  const recent = sql`
    select count(*) as rows, count(${totalCost}) as amounts, coalesce(sum(${totalCost}), 0) as amount
    from ${uniqueDocuments} where ${isUnopened(uniqueDocuments)} and ${gt(sentAt, longAgo(now))}`;
  const all = await readStoredTotals(reader, { list: "unopened documents" }, recent);
  const rows = await reader
    .select({
      ...NAMED,
      organizationName: organizations.organizationName,
      totalCost: inCents(totalCost),
      sentAt,
    })
    .from(uniqueDocuments)
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .where(waitsFor("unopened", now))
    .orderBy(asc(sentAt), asc(uniqueDocumentId))
    .limit(NAMED_ON_HOME);
  return {
    ...all,
    rows: rows.flatMap(({ sentAt: at, ...row }) => (at ? [{ ...row, sentAt: at.toISOString() }] : [])),
  };
}

/** The documents that the company still writes, those first that were not changed for longest. */
export async function findDrafts(reader: DbOrTx): Promise<Home["documentDrafts"]> {
  const all = await readStoredTotals(reader, { list: "documents", status: "DRAFT" });
  const { totalCost, updatedAt, uniqueDocumentId, pageSavedBy } = uniqueDocuments;
  const { userProfileId, firstName, lastName, email } = userProfiles;
  const rows = await reader
    .select({
      ...NAMED,
      organizationName: organizations.organizationName,
      totalCost: inCents(totalCost),
      changedAt: updatedAt,
      person: { firstName, lastName, email },
    })
    .from(uniqueDocuments)
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .leftJoin(userProfiles, eq(userProfileId, pageSavedBy))
    .where(isDraft(uniqueDocuments))
    .orderBy(asc(updatedAt), asc(uniqueDocumentId))
    .limit(NAMED_ON_HOME);
  return {
    total: all.total,
    rows: rows.map(({ person, changedAt, ...row }) => ({
      ...row,
      changedAt: changedAt.toISOString(),
      changedBy: person && displayName(person),
    })),
  };
}
