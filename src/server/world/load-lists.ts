import { dayIn } from "#domain/invoices/invoice.ts";
import { invoiceOfLines } from "#domain/invoices/invoice-of-page.ts";
import { dayAt } from "#domain/world/world-invoice.ts";
import { momentAt, type WorldMoment } from "#domain/world/world-moment.ts";
import { findProfilesNamed } from "../account/queries.ts";
import { createGeneralDocuments, recordSignatures } from "../agreements/create-general-documents.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { createDocuments, type DocumentDraft } from "../documents/create-documents.ts";
import { createInvoices, type InvoiceDraft } from "../invoices/create-invoices.ts";
import { createNotifications } from "../notifications/create-notifications.ts";
import { createOrganizations } from "../organizations/add-organization.ts";
import { findOrganizationNames } from "../organizations/queries.ts";
import { createPermissionRequests } from "../permissions/grant-permissions.ts";
import { createProducts } from "../products/write-product.ts";
import { findGstPercent } from "../settings/queries.ts";
import { createWorkOrders } from "../work-orders/create-work-orders.ts";
import { type Loading, loadList } from "./load-list.ts";
import { loadPeople, loadSignIns } from "./load-people.ts";
import { type PersonNamed, settleDocuments } from "./settle-documents.ts";

/** Creates all records of a file, each after the records that it refers to. */
export async function loadLists(loading: Loading, deps: Pick<Deps, "queue" | "settings">): Promise<void> {
  const { now } = loading;
  const { momentOf, shown, timesOf } = clockAt(now);
  const organizations = await loadList(loading, "organizations", createOrganizations, ({ id, value }) => ({
    ...value,
    organizationId: id,
    createdAt: momentOf(value.createdAt),
  }));
  await loadPeople(loading, organizations);
  await loadSignIns(loading);
  const personNamed = await findPeopleOf(loading);
  const idOf = (name: string) => personNamed(name)?.userProfileId ?? name;

  await loadList(loading, "products", createProducts, ({ id, value }) => ({
    ...value,
    productId: id,
    createdAt: now,
  }));
  await loadInvoices(loading, deps);
  const create = (tx: Tx, drafts: DocumentDraft[]) => createDocuments(tx, deps, drafts);
  const documents = await loadList(loading, "documents", create, ({ id, value }) => {
    const { decision: _, sharing: __, ...draft } = value;
    return { ...draft, uniqueDocumentId: id, ...shown(draft) };
  });
  await loadList(loading, "workOrders", createWorkOrders, ({ id, value }) => ({
    ...value,
    workOrderId: id,
    ...shown(value),
    reachedAt: timesOf(value.reachedAt),
  }));
  await settleDocuments(loading, deps, documents, personNamed);
  await loadList(loading, "generalDocuments", createGeneralDocuments, ({ id, value }) => ({
    ...value,
    generalDocumentId: id,
    updatedAt: momentOf(value.updatedAt),
  }));
  await loadSignatures(loading, personNamed);
  await loadList(loading, "notifications", createNotifications, ({ id, value }) => ({
    ...value,
    notificationId: id,
    userId: idOf(value.userId),
    link: value.link ?? null,
    createdAt: momentOf(value.createdAt),
  }));
  await loadList(loading, "permissionRequests", createPermissionRequests, ({ id, value }) => ({
    ...value,
    organizationPermissionRequestId: id,
    requestedBy: value.requestedBy === undefined ? null : idOf(value.requestedBy),
    createdAt: momentOf(value.createdAt),
  }));
}

async function loadInvoices(loading: Loading, { settings }: Pick<Deps, "settings">): Promise<void> {
  const { tx, now } = loading;
  const { momentsOf } = clockAt(now);
  const today = dayIn(settings.now().timeZone, now);
  const ownGst = await findGstPercent(tx);
  const create = (_: Tx, drafts: InvoiceDraft[]) => createInvoices(tx, drafts, { at: now, today });
  await loadList(loading, "invoices", create, ({ id, value: { lines, gstPercent = ownGst, ...value } }) => {
    const moments = momentsOf(value);
    return {
      ...value,
      ...moments,
      invoiceId: id,
      issuedAt: moments.createdAt,
      dueDate: value.dueDate === null ? null : dayAt(value.dueDate, today),
      amounts: lines.length === 0 ? null : invoiceOfLines(lines, gstPercent),
      payments: value.payments.map((one) => ({ ...one, paidOn: dayAt(one.paidOn, today) })),
    };
  });
}

function clockAt(now: Date) {
  const momentOf = (instant: WorldMoment | undefined) => (instant ? momentAt(instant, now) : now);
  /** If one of the two times is missing, the other replaces it. */
  const momentsOf = (record: Partial<Record<"createdAt" | "updatedAt", WorldMoment | undefined>>) => ({
    createdAt: momentOf(record.createdAt ?? record.updatedAt),
    updatedAt: momentOf(record.updatedAt ?? record.createdAt),
  });
  const shown = (record: Parameters<typeof momentsOf>[0]) => {
    const moments = momentsOf(record);
    return { ...moments, shownAt: moments.createdAt };
  };
  const timesOf = (moments: Partial<Record<string, WorldMoment>>) =>
    Object.fromEntries(Object.entries(moments).map(([name, at]) => [name, momentOf(at).toISOString()]));
  return { momentOf, momentsOf, shown, timesOf };
}

type Signature = Loading["world"]["signedGeneralDocuments"][number]["value"];

/** A signer's missing fields are copied from their profile. */
function signerOf(value: Signature, person: ReturnType<PersonNamed>) {
  return {
    userId: person?.userProfileId ?? value.userId ?? null,
    userFirstName: value.userFirstName ?? person?.firstName ?? "",
    userLastName: value.userLastName ?? person?.lastName ?? "",
    userEmail: value.userEmail ?? person?.email ?? "",
  };
}

async function loadSignatures(loading: Loading, personNamed: PersonNamed): Promise<void> {
  const { tx, now, world } = loading;
  const ids = world.signedGeneralDocuments.flatMap(({ value }) => value.organizationId ?? []);
  const organizationNames = await findOrganizationNames(tx, ids);
  await loadList(loading, "signedGeneralDocuments", recordSignatures, ({ id, value }) => {
    const { userId, organizationId = null } = value;
    const person = userId === undefined ? undefined : personNamed(userId);
    return {
      signedGeneralDocumentId: id,
      documentId: value.documentId,
      ...signerOf(value, person),
      organizationId,
      organizationName: value.organizationName ?? organizationNames.get(organizationId ?? "") ?? null,
      globalOrganizationIdentifier: value.globalOrganizationIdentifier ?? null,
      signedAt: momentAt(value.signedAt, now),
    };
  });
}

/** Finds the people that records refer to, by userProfileId or email. */
async function findPeopleOf({ tx, world }: Loading): Promise<PersonNamed> {
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
