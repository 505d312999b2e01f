import { and, isNotNull, isNull } from "drizzle-orm";
import type { Deps } from "../deps.ts";
import { withTimeout } from "../limit-tasks.ts";
import { scopedDb } from "../rls/scoped-db.ts";
import { mails } from "../schema/mail.ts";

const TIMEOUT_MS = 3000;

/** How many mails wait to be sent, how many were given up, and how many of these had been sent before. */
export type StoredMails = { queued: number; notDelivered: number; bounced: number };

/** Counts mails by small indexes. Null, and logged, if the database does not answer in time. */
export async function countMails({ database }: Pick<Deps, "database">): Promise<StoredMails | null> {
  const db = scopedDb(database, { role: "portal" });
  const count = async () => ({
    queued: await db.$count(mails, and(isNull(mails.sentAt), isNull(mails.givenUpAt))),
    notDelivered: await db.$count(mails, isNotNull(mails.givenUpAt)),
    bounced: await db.$count(mails, isNotNull(mails.bouncedAt)),
  });
  try {
    return await withTimeout(count(), TIMEOUT_MS);
  } catch (error) {
    database.logFailure(error, "warn", "Emails weren't counted");
    return null;
  }
}
