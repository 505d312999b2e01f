import type { Id } from "#domain/id.ts";
import { documentSlug } from "./document-slug.ts";
import type { IdentifiedWorld } from "./identify-world.ts";
import type { Known } from "./known-records.ts";
import { workOrdersOfPage } from "./work-orders-of-page.ts";
import type { WorldError } from "./world-error.ts";
import type { WorldIndex } from "./world-index.ts";

/** Slugs that another document has. A slug is one in the whole portal, whoever the document belongs to. */
export function checkSlugs(world: IdentifiedWorld, index: WorldIndex, known: Known): WorldError[] {
  const first = new Map<string, { id: Id; place: string }>();
  return world.documents.flatMap(({ place, id, value }) => {
    const slug = documentSlug(value);
    const inFile = first.get(slug);
    first.set(slug, inFile ?? { id, place });
    const at = `${place}.slug`;
    if (inFile && inFile.id !== id)
      return [{ place: at, message: `${inFile.place} has the slug "${slug}" already` }];
    const inDatabase = index.isThere("documents", id) ? undefined : known.slugs.get(slug);
    if (inDatabase === undefined) return [];
    return [
      { place: at, message: `Another document in the database has the slug "${slug}" ("${inDatabase}")` },
    ];
  });
}

/** Work orders that a page quotes although they belong to another document: there it would show them as missing. */
export function checkQuotes(world: IdentifiedWorld): WorldError[] {
  const documentOf = new Map(world.workOrders.map(({ id, value }) => [id, value.uniqueDocument]));
  return world.documents.flatMap(({ place, id, value }) =>
    workOrdersOfPage(value.puckState).flatMap(({ at, workOrderId }) => {
      const owner = documentOf.get(workOrderId);
      if (owner === undefined || owner === id) return [];
      const message = `The work order "${workOrderId}" is not of this document: its uniqueDocument is "${owner}"`;
      return [{ place: `${place}.puckState${at}`, message }];
    }),
  );
}

/** There is one General Terms and Conditions in the portal. */
export function checkGeneralTerms(world: IdentifiedWorld, index: WorldIndex, known: Known): WorldError[] {
  const [first, ...others] = world.generalDocuments.filter(({ value }) => value.isGeneralTerms);
  if (!first) return [];
  const errors = others.map(({ place }) => ({
    place: `${place}.isGeneralTerms`,
    message: `${first.place} is the General Terms and Conditions already; there is one`,
  }));
  if (!known.generalTerms || index.isThere("generalDocuments", first.id)) return errors;
  const { generalDocumentId, name } = known.generalTerms;
  const message = `The database has its General Terms and Conditions already: "${name}" ("${generalDocumentId}")`;
  return [{ place: `${first.place}.isGeneralTerms`, message }, ...errors];
}
