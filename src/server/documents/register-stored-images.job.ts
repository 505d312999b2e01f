import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Id } from "#domain/id.ts";
import { type ChangeDeps, change, PORTAL } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { registerImagesOfPages } from "../images/register-images.ts";
import { defineJob } from "../jobs/job.ts";
import { sections } from "../sections/tables.ts";
import { templates } from "../templates/tables.ts";
import { documentDecisions, uniqueDocuments } from "./tables.ts";

const PAGES_A_TIME = 100;

/** Registers the images, videos' preview images and alternative texts of pages that an older version stored without. */
export const registerStoredImages = defineJob({
  name: "register-stored-images-and-texts",
  payload: z.strictObject({}),
  isOnce: true,
  async run(deps) {
    let last: Place | undefined = { savedAt: "-infinity", name: "" };
    while (last !== undefined) last = await registerAfter(deps, last);
  },
});

/** A page among all, by when it was saved: the text that counts is the last one. */
type Place = { savedAt: string; name: string };

type Row = Place & { organizationId: Id | null; page: unknown };

/** Returns the place of the last of some pages; undefined at the end. A page that is saved meanwhile comes again. */
async function registerAfter(
  deps: ChangeDeps & Pick<Deps, "queue">,
  after: Place,
): Promise<Place | undefined> {
  return change(deps, PORTAL, async ({ tx }) => {
    const { rows } = await tx.execute<Row>(sql`
      with stored (saved_at, name, organization_id, page) as (
        select page_saved_at, 'document ' || unique_document_id, organization_id, puck_state from ${uniqueDocuments}
        union all
        select decided_at, 'decision ' || unique_document_id, organization_id, page from ${documentDecisions}
        union all select page_saved_at, 'template ' || template_id, null, page from ${templates}
        union all select made_at, 'section ' || section_id, null, page from ${sections}
      )
      select saved_at::text as "savedAt", name, organization_id as "organizationId", page from stored
      where page is not null and (saved_at, name) > (${after.savedAt}::timestamptz, ${after.name})
      order by stored.saved_at, name limit ${PAGES_A_TIME}`);
    await registerImagesOfPages(tx, deps, rows);
    return rows.at(-1);
  });
}
