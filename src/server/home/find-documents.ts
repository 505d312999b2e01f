import { and, asc, count, desc, eq, gt } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import { type Home, NAMED_ON_HOME } from "#domain/home/home.ts";
import { userProfiles } from "../account/tables.ts";
import type { Reader } from "../db/database.ts";
import { newestSending } from "../documents/newest-sending.ts";
import { documentDecisions, uniqueDocuments } from "../documents/tables.ts";
import { documentOpenings } from "../openings/tables.ts";
import { waitsFor } from "../openings/waits-for.ts";
import { organizations } from "../organizations/tables.ts";
import { inCents, sumInCents } from "./in-cents.ts";

const NAMED = {
  uniqueDocumentId: uniqueDocuments.uniqueDocumentId,
  externalId: uniqueDocuments.externalId,
  name: uniqueDocuments.name,
  documentType: uniqueDocuments.documentType,
  organizationId: uniqueDocuments.organizationId,
};

/** The decisions of a kind after a moment, latest first, with what was decided on at that time. */
export async function findDecided(
  reader: Reader,
  decision: "APPROVED" | "DECLINED",
  after: Date,
): Promise<Home["accepted"]> {
  const { totalCost, decidedAt, userName, reason, organizationName } = documentDecisions;
  const isMeant = and(eq(documentDecisions.decision, decision), gt(decidedAt, after));
  const [all] = await reader
    .select({ total: count(), worth: sumInCents(totalCost) })
    .from(documentDecisions)
    .where(isMeant);
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
    .where(isMeant)
    .orderBy(desc(decidedAt), desc(documentDecisions.uniqueDocumentId))
    .limit(NAMED_ON_HOME);
  return {
    total: all?.total ?? 0,
    worth: all?.worth ?? null,
    rows: rows.map((row) => ({ ...row, decidedAt: row.decidedAt.toISOString() })),
  };
}

const WORTH = { total: count(), worth: sumInCents(uniqueDocuments.totalCost) };

/** The documents that somebody has opened and nobody has decided on, the last opened first. */
export async function findOpened(reader: Reader, now: Date): Promise<Home["opened"]> {
  const { organizationName } = organizations;
  const { lastAt, userProfileId } = documentOpenings;
  const isMeant = waitsFor("opened", now);
  const [all] = await reader.select(WORTH).from(uniqueDocuments).where(isMeant);
  const last = reader
    .selectDistinctOn([documentOpenings.uniqueDocumentId], {
      uniqueDocumentId: documentOpenings.uniqueDocumentId,
      lastAt,
      userProfileId,
    })
    .from(documentOpenings)
    .innerJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, documentOpenings.uniqueDocumentId))
    .where(isMeant)
    .orderBy(documentOpenings.uniqueDocumentId, desc(lastAt))
    .as("last_opening");
  const { firstName, lastName, email } = userProfiles;
  const rows = await reader
    .select({
      ...NAMED,
      organizationName,
      totalCost: inCents(uniqueDocuments.totalCost),
      lastOpenedAt: last.lastAt,
      reader: { firstName, lastName, email },
    })
    .from(last)
    .innerJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, last.uniqueDocumentId))
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .leftJoin(userProfiles, eq(userProfiles.userProfileId, last.userProfileId))
    .orderBy(desc(last.lastAt), desc(uniqueDocuments.uniqueDocumentId))
    .limit(NAMED_ON_HOME);
  return {
    total: all?.total ?? 0,
    worth: all?.worth ?? null,
    rows: rows.map(({ reader: person, ...row }) => ({
      ...row,
      lastOpenedAt: row.lastOpenedAt.toISOString(),
      lastOpenedBy: person && displayName(person),
    })),
  };
}

/** The documents that were sent some days ago and that nobody has opened, oldest first. */
export async function findUnopened(reader: Reader, now: Date): Promise<Home["unopened"]> {
  const isMeant = waitsFor("unopened", now);
  const [all] = await reader.select(WORTH).from(uniqueDocuments).where(isMeant);
  const rows = await reader
    .select({
      ...NAMED,
      organizationName: organizations.organizationName,
      totalCost: inCents(uniqueDocuments.totalCost),
      sentAt: newestSending(),
    })
    .from(uniqueDocuments)
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .where(isMeant)
    .orderBy(asc(newestSending()), asc(uniqueDocuments.uniqueDocumentId))
    .limit(NAMED_ON_HOME);
  return {
    total: all?.total ?? 0,
    worth: all?.worth ?? null,
    rows: rows.flatMap(({ sentAt, ...row }) => (sentAt ? [{ ...row, sentAt: sentAt.toISOString() }] : [])),
  };
}
