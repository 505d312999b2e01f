import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { NO_PROPOSAL } from "#domain/work-orders/work-order.ts";
import type { WorldListName, WorldRecord } from "#domain/world/world-file.ts";
import type { IdentifiedWorld } from "./identify-world.ts";
import { LIST_NAMES } from "./parse-world.ts";
import { workOrdersOfPage } from "./work-orders-of-page.ts";

/** One record naming another. */
export type Reference = {
  /** Where: "documents[3].invoice". */
  place: string;
  to: WorldListName;
  /** An id; of a person also the e-mail. */
  name: string;
  /** The organization that the named record must belong to; undefined where any may. */
  within: Id | undefined;
};

type Named = { at: string; to: WorldListName; name: string | null | undefined; isShared?: boolean };

const NAMED_BY: { [Name in WorldListName]: (record: WorldRecord<Name>) => Named[] } = {
  organizations: () => [],
  signIns: () => [],
  products: () => [],
  generalDocuments: () => [],
  people: (one) => [
    ...one.permissions.map(({ organizationId }, index) => ({
      at: `permissions[${index}].organizationId`,
      to: "organizations" as const,
      name: organizationId,
    })),
    { at: "activeOrganizationId", to: "organizations", name: one.activeOrganizationId },
  ],
  invoices: (one) => [organizationOf(one)],
  documents: (one) => [
    organizationOf(one),
    { at: "invoice", to: "invoices", name: one.invoice, isShared: true },
    { at: "decision.by", to: "people", name: one.decision?.by },
    ...workOrdersOfPage(one.puckState).map(({ at, workOrderId }) => ({
      at: `puckState${at}`,
      to: "workOrders" as const,
      name: workOrderId,
      isShared: true,
    })),
  ],
  workOrders: (one) => [
    organizationOf(one),
    { at: "uniqueDocument", to: "documents", name: unless(NO_PROPOSAL, one.uniqueDocument), isShared: true },
    { at: "invoice", to: "invoices", name: unless(NO_INVOICE, one.invoice), isShared: true },
    ...one.products.map(({ productId }, index) => ({
      at: `products[${index}].productId`,
      to: "products" as const,
      name: productId,
    })),
  ],
  signedGeneralDocuments: (one) => [
    { at: "documentId", to: "generalDocuments", name: one.documentId },
    { at: "userId", to: "people", name: one.userId },
    { at: "organizationId", to: "organizations", name: one.organizationId },
  ],
  notifications: (one) => [organizationOf(one), { at: "userId", to: "people", name: one.userId }],
  permissionRequests: (one) => [
    organizationOf(one),
    { at: "requestedBy", to: "people", name: one.requestedBy },
  ],
};

/** Everything that the records of a file name. */
export function referencesOf(world: IdentifiedWorld): Reference[] {
  return LIST_NAMES.flatMap((list) => referencesIn(world, list));
}

function referencesIn<Name extends WorldListName>(world: IdentifiedWorld, list: Name): Reference[] {
  return world[list].flatMap(({ place, value }) =>
    NAMED_BY[list](value).flatMap(({ at, to, name, isShared }) => {
      if (name === null || name === undefined) return [];
      const within = isShared ? (value as { organizationId: Id }).organizationId : undefined;
      return [{ place: `${place}.${at}`, to, name, within }];
    }),
  );
}

function organizationOf(record: { organizationId: Id }): Named {
  return { at: "organizationId", to: "organizations", name: record.organizationId };
}

function unless(placeholder: string, name: Id): Id | null {
  return name === placeholder ? null : name;
}
