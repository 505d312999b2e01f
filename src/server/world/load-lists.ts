import type { UserProfile } from "#domain/account/user-profile.ts";
import { momentAt, type WorldMoment } from "#domain/world/world-moment.ts";
import { findProfilesNamed } from "../account/queries.ts";
import { createGeneralDocuments } from "../agreements/create-general-documents.ts";
import { recordSignatures } from "../agreements/record-signatures.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { createDocuments } from "../documents/create-documents.ts";
import { createInvoices } from "../invoices/create-invoices.ts";
import { createNotifications } from "../notifications/create-notifications.ts";
import { createOrganizations } from "../organizations/create-organizations.ts";
import { findOrganizationNames } from "../organizations/queries.ts";
import { createPermissionRequests } from "../permissions/create-permission-requests.ts";
import { createProducts } from "../products/create-products.ts";
import { createWorkOrders } from "../work-orders/create-work-orders.ts";
import type { IdentifiedWorld } from "./identify-world.ts";
import { type Loading, loadList } from "./load-list.ts";
import { loadPeople, loadSignIns } from "./load-people.ts";
import { settleDocuments } from "./settle-documents.ts";

/** Creates all records of a file, each after the records that it refers to. */
export async function loadLists(
  tx: Tx,
  deps: Pick<Deps, "queue">,
  loading: Loading,
  now: Date,
): Promise<void> {
  const momentOf = (moment: WorldMoment | undefined) => (moment ? momentAt(moment, now) : now);
  /** If one of the two times is missing, the other replaces it. */
  const momentsOf = (record: {
    createdAt?: WorldMoment | undefined;
    updatedAt?: WorldMoment | undefined;
  }) => ({
    createdAt: momentOf(record.createdAt ?? record.updatedAt),
    updatedAt: momentOf(record.updatedAt ?? record.createdAt),
  });

  const organizations = await loadList(
    loading,
    "organizations",
    ({ id, value }) => ({ ...value, organizationId: id, createdAt: momentOf(value.createdAt) }),
    (drafts) => createOrganizations(tx, drafts),
  );
  await loadPeople(tx, loading, organizations, now);
  await loadSignIns(tx, loading);
  const personNamed = await findPeopleOf(tx, loading.world);
  const idOf = (name: string) => personNamed(name)?.userProfileId ?? name;

  await loadList(
    loading,
    "products",
    ({ id, value }) => ({ ...value, productId: id, createdAt: now }),
    (drafts) => createProducts(tx, drafts),
  );
  await loadList(
    loading,
    "invoices",
    ({ id, value }) => ({ ...value, invoiceId: id, ...momentsOf(value) }),
    (drafts) => createInvoices(tx, drafts),
  );
  const documents = await loadList(
    loading,
    "documents",
    ({ id, value: { decision: _, sharing: __, ...value } }) => ({
      ...value,
      uniqueDocumentId: id,
      ...momentsOf(value),
    }),
    (drafts) => createDocuments(tx, deps, drafts),
  );
  await loadList(
    loading,
    "workOrders",
    ({ id, value }) => ({ ...value, workOrderId: id, ...momentsOf(value) }),
    (drafts) => createWorkOrders(tx, drafts),
  );
  await settleDocuments(tx, deps, loading, documents, { personNamed, now });
  await loadList(
    loading,
    "generalDocuments",
    ({ id, value }) => ({ ...value, generalDocumentId: id, updatedAt: momentOf(value.updatedAt) }),
    (drafts) => createGeneralDocuments(tx, drafts),
  );
  await loadSignatures(tx, loading, { personNamed, now });
  await loadList(
    loading,
    "notifications",
    ({ id, value }) => ({
      ...value,
      notificationId: id,
      userId: idOf(value.userId),
      link: value.link ?? null,
      createdAt: momentOf(value.createdAt),
    }),
    (drafts) => createNotifications(tx, drafts),
  );
  await loadList(
    loading,
    "permissionRequests",
    ({ id, value }) => ({
      ...value,
      organizationPermissionRequestId: id,
      requestedBy: value.requestedBy === undefined ? null : idOf(value.requestedBy),
      createdAt: momentOf(value.createdAt),
    }),
    (drafts) => createPermissionRequests(tx, drafts),
  );
}

/** A signer's missing fields come from their profile. */
async function loadSignatures(
  tx: Tx,
  loading: Loading,
  { personNamed, now }: { personNamed: (name: string) => UserProfile | undefined; now: Date },
): Promise<void> {
  const signed = loading.world.signedGeneralDocuments;
  const organizationNames = await findOrganizationNames(
    tx,
    signed.flatMap(({ value }) => value.organizationId ?? []),
  );
  await loadList(
    loading,
    "signedGeneralDocuments",
    ({ id, value }) => {
      const { userId, organizationId = null } = value;
      const person = userId === undefined ? undefined : personNamed(userId);
      return {
        signedGeneralDocumentId: id,
        documentId: value.documentId,
        userId: person?.userProfileId ?? userId ?? null,
        userFirstName: value.userFirstName ?? person?.firstName ?? "",
        userLastName: value.userLastName ?? person?.lastName ?? "",
        userEmail: value.userEmail ?? person?.email ?? "",
        organizationId,
        organizationName: value.organizationName ?? organizationNames.get(organizationId ?? "") ?? null,
        globalOrganizationIdentifier: value.globalOrganizationIdentifier ?? null,
        signedAt: momentAt(value.signedAt, now),
      };
    },
    (drafts) => recordSignatures(tx, drafts),
  );
}

/** Finds the people that records refer to, by userProfileId or email. */
async function findPeopleOf(
  tx: Tx,
  world: IdentifiedWorld,
): Promise<(name: string) => UserProfile | undefined> {
  const names = [
    ...world.documents.map(({ value }) => value.decision?.by),
    ...world.signedGeneralDocuments.map(({ value }) => value.userId),
    ...world.notifications.map(({ value }) => value.userId),
    ...world.permissionRequests.map(({ value }) => value.requestedBy),
  ].filter((name) => name !== undefined);
  const keyOf = (name: string) => (name.includes("@") ? name.toLowerCase() : name);
  const people = await findProfilesNamed(tx, [...new Set(names.map(keyOf))]);
  const byName = new Map(
    people.flatMap((person) => [
      [person.userProfileId, person],
      [person.email.toLowerCase(), person],
    ]),
  );
  return (name) => byName.get(keyOf(name));
}
