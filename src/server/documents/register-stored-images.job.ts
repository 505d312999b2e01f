import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Id } from "#domain/id.ts";
import { change, PORTAL } from "../access/change.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { registerImagesOfPages } from "../images/register-images.ts";
import { defineBatchJob } from "../jobs/job.ts";
import { documentDecisions } from "../schema/document-versions.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { sections, templates } from "../schema/templates.ts";

/** No index has this order, so finding pages sorts them all, which costs more than reading them by id. */
const PLACES_A_STEP = 2000;
const PAGES_A_TIME = 100;
const MAX_RUN_MS = 2000;

/** A page among all, by when it was saved: the text that counts is the last one. */
const Place = z.strictObject({ savedAt: z.string(), kind: z.string(), id: z.string() });
type Place = z.infer<typeof Place>;

/** Registers the images, videos' preview images and alternative texts of pages that an older version stored without. */
export const registerStoredImages = defineBatchJob({
  name: "register-stored-images-and-texts",
  isOnce: true,
  cursor: Place,
  start: { savedAt: "-infinity", kind: "", id: "" },
  step: registerAfter,
});

/** A page that is saved in the meantime comes again, at its new place. */
async function registerAfter(deps: Deps, after: Place): Promise<Place | undefined> {
  const places = await findPlacesAfter(deps, after);
  const found = performance.now();
  let done = 0;
  do {
    const some = places.slice(done, done + PAGES_A_TIME);
    await change(deps, PORTAL, async ({ tx }) => registerImagesOfPages(tx, deps, await readPages(tx, some)));
    done += some.length;
  } while (done < places.length && performance.now() - found < MAX_RUN_MS);
  return places[done - 1];
}

async function findPlacesAfter({ db }: Pick<Deps, "db">, after: Place): Promise<Place[]> {
  const { rows } = await db.execute<Place>(sql`
    with stored (saved_at, kind, id) as (
      select page_saved_at, 'document', unique_document_id from ${uniqueDocuments} where puck_state is not null
      union all
      select decided_at, 'decision', unique_document_id from ${documentDecisions} where page is not null
      union all select page_saved_at, 'template', template_id from ${templates} where page is not null
      union all select made_at, 'section', section_id from ${sections} where page is not null
    )
    select saved_at::text as "savedAt", kind, id from stored
    where (saved_at, kind, id) > (${after.savedAt}::timestamptz, ${after.kind}, ${after.id})
    order by stored.saved_at, kind, id limit ${PLACES_A_STEP}`);
  return rows;
}

type Row = { organizationId: Id | null; page: unknown };

/** The pages of these places, in their order, without those that are gone. */
async function readPages(tx: Tx, places: readonly Place[]): Promise<Row[]> {
  const kinds = sql.param(places.map(({ kind }) => kind));
  const ids = sql.param(places.map(({ id }) => id));
  const { rows } = await tx.execute<Row>(sql`
    select coalesce(document.organization_id, decision.organization_id) as "organizationId",
      coalesce(document.puck_state, decision.page, template.page, section.page) as page
    from unnest(${kinds}::text[], ${ids}::text[]) with ordinality as place (kind, id, position)
    left join ${uniqueDocuments} as document on place.kind = 'document' and document.unique_document_id = place.id
    left join ${documentDecisions} as decision on place.kind = 'decision' and decision.unique_document_id = place.id
    left join ${templates} as template on place.kind = 'template' and template.template_id = place.id
    left join ${sections} as section on place.kind = 'section' and section.section_id = place.id
    order by position`);
  return rows.filter(({ page }) => page !== null);
}
