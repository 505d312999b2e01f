import { and, asc, eq, gt, lt } from "drizzle-orm";
import { z } from "zod";
import { isPast } from "#domain/documents/validity.ts";
import type { Id } from "#domain/id.ts";
import { change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { asSent, lockAnyDocument, todayOf } from "../documents/queries.ts";
import { attemptEach } from "../jobs/attempt-each.ts";
import { defineJob } from "../jobs/job.ts";
import { notify } from "../notifications/notify.ts";
import { withScope } from "../rls/scoped-db.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { unlockDocument } from "./recall-document.ts";

/** The documents that are looked up at once. Each is closed in a transaction of its own. */
const BATCH_SIZE = 100;

/** Closes documents whose last day has passed for the company. A killed job goes on with those that still wait. */
export const closeExpired = defineJob({
  name: "close-expired-documents",
  payload: z.strictObject({}),
  everySeconds: 60,
  async run(deps) {
    const portal = withScope(deps, { role: "portal" });
    const today = todayOf(deps, deps.clock());
    await attemptEach(deps, findExpired(portal, today), ({ id }) => closeOne(portal, id, today));
  },
});

/** By their ids, so that one that could not be closed is not found again. */
async function* findExpired({ db }: Pick<Deps, "db">, today: string): AsyncGenerator<{ id: Id }> {
  const { uniqueDocumentId, status, validUntil } = uniqueDocuments;
  for (let after: Id | undefined = ""; after !== undefined; ) {
    const rows: { id: Id }[] = await db
      .select({ id: uniqueDocumentId })
      .from(uniqueDocuments)
      .where(and(eq(status, "PENDING"), lt(validUntil, today), gt(uniqueDocumentId, after)))
      .orderBy(asc(uniqueDocumentId))
      .limit(BATCH_SIZE);
    yield* rows;
    after = rows.at(-1)?.id;
  }
}

/** Closes a document that still waits. It may have been extended or decided since it was found. */
async function closeOne(deps: Deps, uniqueDocumentId: Id, today: string): Promise<void> {
  await change(deps, PORTAL, async (opened) => {
    const { tx, at, record } = opened;
    const document = asSent(await lockAnyDocument(tx, uniqueDocumentId));
    const { organizationId, name, slug, validUntil } = document;
    if (document.status !== "PENDING" || !isPast(validUntil, today)) return;
    await unlockDocument(opened, deps, document, { expiredAt: at });
    await record({
      action: "document.expire",
      subjectId: uniqueDocumentId,
      organizationId,
      details: { validUntil },
    });
    // Once for each last day: it may be extended and expire again.
    const event = `document.expired:${uniqueDocumentId}:${validUntil}`;
    const notice = { message: `${name} has expired`, link: `/doc/${slug}`, event };
    await notify(tx, deps, { organization: organizationId }, notice);
  });
}
