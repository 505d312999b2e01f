import { count, desc, eq, isNotNull } from "drizzle-orm";
import type { z } from "zod";
import type { UndeliveredMails } from "#domain/mail/undelivered-mail.ts";
import type { DbOrTx } from "../db/database.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { mails } from "../schema/mail.ts";

/** How many mails were given up, and the last of them. */
export async function findUndelivered(
  reader: DbOrTx,
  limit: number,
): Promise<z.input<typeof UndeliveredMails>> {
  const { mailId, recipient, subject, givenUpAt, failure, bouncedAt, aboutId } = mails;
  const { uniqueDocumentId } = uniqueDocuments;
  const isGivenUp = isNotNull(givenUpAt);
  const [all] = await reader.select({ total: count() }).from(mails).where(isGivenUp);
  const rows = await reader
    .select({ mailId, recipient, subject, givenUpAt, failure, bouncedAt, uniqueDocumentId })
    .from(mails)
    .leftJoin(uniqueDocuments, eq(uniqueDocumentId, aboutId))
    .where(isGivenUp)
    .orderBy(desc(givenUpAt), desc(mailId))
    .limit(limit);
  return {
    total: all?.total ?? 0,
    rows: rows.flatMap(({ givenUpAt: at, bouncedAt: returnedAt, ...row }) => {
      const failure = row.failure ?? "";
      const hasBounced = returnedAt !== null;
      return at === null ? [] : [{ ...row, failure, hasBounced, givenUpAt: at.toISOString() }];
    }),
  };
}
