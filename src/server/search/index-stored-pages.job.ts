import { asc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import type { Id } from "#domain/id.ts";
import { type ChangeDeps, change, PORTAL } from "../access/change.ts";
import { indexPageText } from "../documents/index-page-text.ts";
import { findNewestVersions } from "../documents/queries.ts";
import { migrateAndSanitise, NO_WORK, resolve } from "../documents/resolve-page.ts";
import { defineBatchJob } from "../jobs/job.ts";
import { documentDecisions } from "../schema/document-versions.ts";
import { uniqueDocuments } from "../schema/documents.ts";

const DOCUMENTS_A_TIME = 100;

/** Indexes pages that an older version stored without their words, or without all of them. */
export const indexStoredPages = defineBatchJob({
  name: "index-pages-and-work",
  isOnce: true,
  cursor: z.string(),
  start: "",
  step: indexAfter,
});

/** Returns the id of the last document of some; undefined at the end. */
async function indexAfter(deps: ChangeDeps, after: Id): Promise<Id | undefined> {
  const { uniqueDocumentId, organizationId, puckState } = uniqueDocuments;
  return change(deps, PORTAL, async ({ tx }) => {
    const rows = await tx
      .select({ uniqueDocumentId, organizationId, puckState, decided: documentDecisions.page })
      .from(uniqueDocuments)
      .leftJoin(documentDecisions, eq(documentDecisions.uniqueDocumentId, uniqueDocumentId))
      .where(gt(uniqueDocumentId, after))
      .orderBy(asc(uniqueDocumentId))
      .limit(DOCUMENTS_A_TIME)
      // A page that is stored in the meantime is indexed after this one.
      .for("update", { of: uniqueDocuments });
    const undecided = rows.flatMap((row) => (row.decided ? [] : [row.uniqueDocumentId]));
    const versions = await findNewestVersions(tx, undecided);
    await indexPageText(
      tx,
      rows.map(({ puckState: stored, decided, ...row }) => {
        const { page = stored, work = NO_WORK } = versions.get(row.uniqueDocumentId) ?? {};
        return { ...row, page: decided ? migrateAndSanitise(decided) : resolve(page, work) };
      }),
    );
    return rows.at(-1)?.uniqueDocumentId;
  });
}
