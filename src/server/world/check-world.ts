import type { Id } from "#domain/id.ts";
import type { WorldListName } from "#domain/world/world-file.ts";
import { checkGeneralTerms, checkQuotes, checkSlugs } from "./check-documents.ts";
import { checkPeople, checkReceivers, checkSignIns } from "./check-people.ts";
import { givenId, IDENTITIES, type IdentifiedWorld } from "./identify-world.ts";
import type { Known } from "./known-records.ts";
import { LIST_NAMES } from "./parse-world.ts";
import type { Reference } from "./references.ts";
import type { WorldError } from "./world-error.ts";
import type { WorldIndex } from "./world-index.ts";

const NOUNS: Record<WorldListName, string> = {
  organizations: "organization",
  people: "person",
  signIns: "sign-in",
  products: "product",
  invoices: "invoice",
  documents: "document",
  workOrders: "work order",
  generalDocuments: "general document",
  signedGeneralDocuments: "signed general document",
  notifications: "notification",
  permissionRequests: "permission request",
};

/** Everything that is wrong with how the records of a file stand to each other and to the database. */
export function checkWorld(
  world: IdentifiedWorld,
  references: readonly Reference[],
  index: WorldIndex,
  known: Known,
): WorldError[] {
  return [
    ...LIST_NAMES.flatMap((list) => checkIds(world, list, known)),
    ...references.flatMap((reference) => checkReference(reference, index)),
    ...checkPeople(world, index, known),
    ...checkSignIns(world),
    ...checkSlugs(world, index, known),
    ...checkQuotes(world),
    ...checkGeneralTerms(world, index, known),
    ...checkReceivers(world, index, known),
  ];
}

function checkIds(world: IdentifiedWorld, list: WorldListName, known: Known): WorldError[] {
  const { field, says } = IDENTITIES[list];
  const placeById = new Map<Id, string>();
  return world[list].flatMap(({ place, id, value }): WorldError[] => {
    const first = placeById.get(id);
    placeById.set(id, first ?? place);
    const isGiven = givenId(list, value) !== undefined;
    const at = isGiven ? `${place}.${field}` : place;
    if (first !== undefined) {
      const remedy = field === null ? "" : `; give each its own ${field}`;
      const message = isGiven
        ? `"${id}" is the id of ${first} already`
        : `Has the same ${says} as ${first}${remedy}`;
      return [{ place: at, message }];
    }
    const owner = list === "signIns" ? null : (known.ids[list].get(id) ?? null);
    const organizationId = "organizationId" in value ? value.organizationId : undefined;
    if (owner === null || organizationId === undefined || owner === organizationId) return [];
    return [
      {
        place: at,
        message: `The ${NOUNS[list]} "${id}" is in the database already, of another organization`,
      },
    ];
  });
}

function checkReference({ place, to, name, within }: Reference, index: WorldIndex): WorldError[] {
  const found = index.find(to, name);
  if (found === "broken") return [];
  if (found === null) {
    return [
      { place, message: `There is no ${NOUNS[to]} "${name}", neither in this file nor in the database` },
    ];
  }
  if (within === undefined || found.organizationId === null || found.organizationId === within) return [];
  return [
    {
      place,
      message: `The ${NOUNS[to]} "${name}" belongs to another organization ("${found.organizationId}")`,
    },
  ];
}
