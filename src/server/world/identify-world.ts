import { v5 } from "uuid";
import type { Id } from "#domain/id.ts";
import type { WorldListName, WorldRecord } from "#domain/world/world-file.ts";
import { RECORD_KINDS } from "../creation/record-kinds.ts";
import { LIST_NAMES, type ParsedWorld, type Placed } from "./parse-world.ts";
import type { WorldError } from "./world-error.ts";

export type Identified<Name extends WorldListName> = Placed<WorldRecord<Name>> & { id: Id };
export type IdentifiedWorld = { [Name in WorldListName]: Identified<Name>[] };

/** The natural key of a record without an id, and its description for people. */
type Key<Value> = { of: (record: Value) => string[]; keyFields: string };

const OF_ORGANIZATION: Key<{ organizationId: Id; externalId: string }> = {
  of: (one) => [one.organizationId, one.externalId],
  keyFields: "organizationId and externalId",
};

const KEYS: { [Name in WorldListName]: Key<WorldRecord<Name>> } = {
  organizations: { of: (one) => [one.organizationName], keyFields: "organizationName" },
  people: { of: (one) => [one.email.toLowerCase()], keyFields: "email" },
  signIns: { of: (one) => [one.email.toLowerCase()], keyFields: "email" },
  products: { of: (one) => [one.productName], keyFields: "productName" },
  invoices: OF_ORGANIZATION,
  documents: OF_ORGANIZATION,
  workOrders: OF_ORGANIZATION,
  generalDocuments: { of: (one) => [one.name], keyFields: "name" },
  signedGeneralDocuments: {
    of: (one) => [
      one.documentId,
      one.userId ?? one.userEmail ?? "",
      one.organizationId ?? one.organizationName ?? "",
      one.signedAt,
    ],
    keyFields: "document, signer, organization and signedAt",
  },
  notifications: {
    of: (one) => [one.userId, one.organizationId, one.message, one.createdAt],
    keyFields: "userId, organizationId, message and createdAt",
  },
  permissionRequests: {
    of: (one) => [one.organizationId, one.userDetails.email.toLowerCase()],
    keyFields: "organizationId and email",
  },
};

/** Gives every record its id: from the file, or made from its natural key. The second with an id is an error. */
export function identifyWorld(lists: ParsedWorld["lists"]): { world: IdentifiedWorld; errors: WorldError[] } {
  const errors: WorldError[] = [];
  const world = Object.fromEntries(
    LIST_NAMES.map((name) => [name, identifyList(name, lists[name], errors)]),
  ) as IdentifiedWorld;
  return { world, errors };
}

function identifyList<Name extends WorldListName>(
  name: Name,
  list: Placed<WorldRecord<Name>>[],
  errors: WorldError[],
): Identified<Name>[] {
  const field = idField(name);
  const placeById = new Map<Id, string>();
  return list.flatMap(({ place, value }) => {
    const given = field === null ? undefined : (value as Record<string, Id | undefined>)[field];
    const id = given ?? madeId(name, ...KEYS[name].of(value));
    const first = placeById.get(id);
    if (first === undefined) {
      placeById.set(id, place);
      return [{ place, value, id }];
    }
    const remedy = field === null ? "" : `; give each its own ${field}`;
    errors.push(
      given === undefined
        ? { place, message: `Has the same ${KEYS[name].keyFields} as ${first}${remedy}` }
        : { place: `${place}.${field}`, message: `"${id}" is the id of ${first} already` },
    );
    return [];
  });
}

/** The field of a list's ids; null if its records have none. */
export function idField(list: WorldListName): string | null {
  return list === "signIns" ? null : RECORD_KINDS[list].idField;
}

const NAMESPACE = "6f1b3f53-5a0e-4c7a-9d43-8a1f0c1f7f0e";

/** The id of a record without one: always the same for the same kind and key, so that it is imported once. */
export function madeId(kind: string, ...key: string[]): Id {
  return v5(JSON.stringify([kind, ...key]), NAMESPACE);
}
