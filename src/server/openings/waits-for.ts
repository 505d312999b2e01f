import { and, eq, exists, gte, isNull, lte, notExists, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { UNOPENED_DAYS, type Waiting } from "#domain/openings/opening.ts";
import { newestSending } from "../documents/newest-sending.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { documentOpenings } from "./tables.ts";

const DAY_MS = 86_400_000;

/**
 * The condition that a document waits for a decision, is not archived, and was opened since it was last sent, or was
 * not for some days.
 */
export function waitsFor(waiting: Waiting, now: Date): SQL | undefined {
  const opening = new QueryBuilder()
    .select({ one: sql`1` })
    .from(documentOpenings)
    .where(
      and(
        eq(documentOpenings.uniqueDocumentId, uniqueDocuments.uniqueDocumentId),
        gte(documentOpenings.lastAt, newestSending()),
      ),
    );
  const longAgo = new Date(now.getTime() - UNOPENED_DAYS * DAY_MS);
  return and(
    eq(uniqueDocuments.status, "PENDING"),
    isNull(uniqueDocuments.archivedAt),
    waiting === "opened" ? exists(opening) : and(notExists(opening), lte(newestSending(), longAgo)),
  );
}
