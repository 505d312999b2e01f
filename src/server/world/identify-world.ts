import type { Id } from "#domain/id.ts";
import type { WorldListName, WorldRecord } from "#domain/world/world-file.ts";
import { madeId } from "./made-id.ts";
import { LIST_NAMES, type ParsedWorld, type Placed } from "./parse-world.ts";

export type Identified<Name extends WorldListName> = Placed<WorldRecord<Name>> & { id: Id };
export type IdentifiedWorld = { [Name in WorldListName]: Identified<Name>[] };

type Identity<Value> = {
  /** Where a given id stands; null: this kind has none of its own. */
  field: string | null;
  /** What tells records of this kind apart where no id is given; `says` names it to a person. */
  key: (record: Value) => string[];
  says: string;
};

export const IDENTITIES: { [Name in WorldListName]: Identity<WorldRecord<Name>> } = {
  organizations: { field: "organizationId", key: (one) => [one.organizationName], says: "organizationName" },
  people: { field: "userProfileId", key: (one) => [one.email.toLowerCase()], says: "email" },
  signIns: { field: null, key: (one) => [one.email.toLowerCase()], says: "email" },
  products: { field: "productId", key: (one) => [one.productName], says: "productName" },
  invoices: {
    field: "invoiceId",
    key: (one) => [one.organizationId, one.externalId],
    says: "organizationId and externalId",
  },
  documents: {
    field: "uniqueDocumentId",
    key: (one) => [one.organizationId, one.externalId],
    says: "organizationId and externalId",
  },
  workOrders: {
    field: "workOrderId",
    key: (one) => [one.organizationId, one.externalId],
    says: "organizationId and externalId",
  },
  generalDocuments: { field: "generalDocumentId", key: (one) => [one.name], says: "name" },
  signedGeneralDocuments: {
    field: "signedGeneralDocumentId",
    key: (one) => [
      one.documentId,
      one.userId ?? one.userEmail ?? "",
      one.organizationId ?? one.organizationName ?? "",
      one.signedAt,
    ],
    says: "document, signer, organization and signedAt",
  },
  notifications: {
    field: "notificationId",
    key: (one) => [one.userId, one.organizationId, one.message, one.createdAt],
    says: "userId, organizationId, message and createdAt",
  },
  permissionRequests: {
    field: "organizationPermissionRequestId",
    key: (one) => [one.organizationId, one.userDetails.email.toLowerCase()],
    says: "organizationId and e-mail",
  },
};

/** Gives every record its id: the one in the file, or one made of what tells it apart. */
export function identifyWorld(lists: ParsedWorld["lists"]): IdentifiedWorld {
  return Object.fromEntries(
    LIST_NAMES.map((name) => [name, identifyList(name, lists[name])]),
  ) as IdentifiedWorld;
}

function identifyList<Name extends WorldListName>(
  name: Name,
  list: Placed<WorldRecord<Name>>[],
): Identified<Name>[] {
  return list.map((one) => ({
    ...one,
    id: givenId(name, one.value) ?? madeId(name, ...IDENTITIES[name].key(one.value)),
  }));
}

/** The id that stands in the file; undefined where one is to be made. */
export function givenId<Name extends WorldListName>(name: Name, record: WorldRecord<Name>): Id | undefined {
  const { field } = IDENTITIES[name];
  return field === null ? undefined : (record as Record<string, Id | undefined>)[field];
}
