import { asc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import type { Id } from "#domain/id.ts";
import { type ChangeDeps, change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { registerImagesOfPages } from "../images/register-images.ts";
import { defineJob } from "../jobs/job.ts";
import { documentDecisions, uniqueDocuments } from "./tables.ts";

const DOCUMENTS_A_TIME = 100;

/** Registers the images, and the preview images of videos, of pages that an older version stored without them. */
export const registerStoredImages = defineJob({
  name: "register-stored-images-and-videos",
  payload: z.strictObject({}),
  isOnce: true,
  async run(deps) {
    let last: Id | undefined = "";
    while (last !== undefined) last = await registerAfter(deps, last);
  },
});

/** Returns the id of the last checked document; undefined at the end. */
async function registerAfter(deps: ChangeDeps & Pick<Deps, "queue">, after: Id): Promise<Id | undefined> {
  const { uniqueDocumentId, organizationId, puckState } = uniqueDocuments;
  return change(deps, PORTAL, async ({ tx }) => {
    const rows = await tx
      .select({ uniqueDocumentId, organizationId, stored: puckState, decided: documentDecisions.page })
      .from(uniqueDocuments)
      .leftJoin(documentDecisions, eq(documentDecisions.uniqueDocumentId, uniqueDocumentId))
      .where(gt(uniqueDocumentId, after))
      .orderBy(asc(uniqueDocumentId))
      .limit(DOCUMENTS_A_TIME);
    const pages = rows.flatMap(({ stored, decided, ...of }) =>
      [stored, decided].flatMap((page) => (page ? [{ page, organizationId: of.organizationId }] : [])),
    );
    await registerImagesOfPages(tx, deps, pages);
    return rows.at(-1)?.uniqueDocumentId;
  });
}
