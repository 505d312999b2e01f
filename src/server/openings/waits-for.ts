import { and, lte, type SQL } from "drizzle-orm";
import { UNOPENED_DAYS, type Waiting } from "#domain/openings/opening.ts";
import { isOpened, isUnopened, uniqueDocuments } from "../schema/documents.ts";

const DAY_MS = 86_400_000;

/**
 * The condition that a document waits for a decision, is not archived, and was opened since it was last sent, or was
 * not for some days.
 */
export function waitsFor(waiting: Waiting, now: Date): SQL | undefined {
  if (waiting === "unopened")
    return and(isUnopened(uniqueDocuments), lte(uniqueDocuments.sentAt, longAgo(now)));
  return isOpened(uniqueDocuments);
}

/** What was sent later and is unopened is no matter yet. */
export function longAgo(now: Date): Date {
  return new Date(now.getTime() - UNOPENED_DAYS * DAY_MS);
}
