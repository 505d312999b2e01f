import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import type { CALLS } from "#contract/calls.ts";
import { issueConfirmation } from "#server/agreements/issue-confirmation.ts";
import { signedGeneralDocuments } from "#server/agreements/tables.ts";
import { getDocument } from "#server/documents/get-document.ts";
import {
  makeGeneralDocument,
  makeInvoice,
  makeNotification,
  makePermission,
  makePerson,
  makeQuote,
  type TestPerson,
  unique,
} from "./factories.ts";
import type { TestApp } from "./make-app.ts";

/** What belongs to an organization and one of its people, by the names under which calls ask for it. */
export type Ids = {
  organizationId: string;
  userProfileId: string;
  uniqueDocumentId: string;
  contentHash: string;
  slug: string;
  workOrderId: string;
  invoiceId: string;
  notificationId: string;
  /** Of somebody else in the organization, who may go. */
  organizationPermissionId: string;
  generalDocumentId: string;
  /** Confirms the e-mail of a visitor's signature under it. */
  confirmationToken: string;
};

/** Who makes the call, as far as what they may send depends on it. */
export type Asking = { userProfileId: string; organizationId: string | null; isWriter: boolean };

export type Sent = { params?: Record<string, string>; body?: unknown };
export type CallName = keyof typeof CALLS;

type SentOf<C extends Call> = {
  params?: z.input<C["params"]> & Record<string, string>;
  body?: z.input<C["body"]>;
};

const NOW = new Date();
const A_YEAR_AGO = new Date(NOW.getTime() - 365 * 86_400_000);

/** A right request of every call, pointed at these records. A new call is missing here until it has one. */
export const POINTED: { [Name in CallName]: (ids: Ids, asking: Asking) => SentOf<(typeof CALLS)[Name]> } = {
  getProfile: () => ({}),
  updateProfile: (ids, asking) => ({
    body:
      asking.organizationId === null ? { firstName: "Ada" } : { activeOrganizationId: ids.organizationId },
  }),
  listProfilesOfOrganization: ({ organizationId }) => ({ params: { organizationId } }),
  listOrganizations: () => ({}),
  getDocument: (ids) => ({ params: { id: ids.uniqueDocumentId } }),
  getDocumentBySlug: ({ slug }) => ({ params: { slug } }),
  listDocuments: () => ({}),
  approveDocument: ({ uniqueDocumentId, contentHash }) => ({
    params: { id: uniqueDocumentId },
    body: { uniqueDocumentId, status: "APPROVED", contentHash },
  }),
  declineDocument: ({ uniqueDocumentId }) => ({
    params: { id: uniqueDocumentId },
    body: { uniqueDocumentId, status: "DECLINED", reason: "Too dear" },
  }),
  saveDocument: ({ uniqueDocumentId, contentHash }) => ({
    body: { uniqueDocumentId, status: "APPROVED", contentHash },
  }),
  getWorkOrder: (ids) => ({ params: { id: ids.workOrderId } }),
  listWorkOrders: () => ({}),
  listWorkOrdersOfInvoice: ({ invoiceId }) => ({ params: { invoiceId } }),
  listOptionalStatuses: (ids) => ({ body: { workOrderIds: [ids.workOrderId] } }),
  chooseOptionalWork: (ids) => ({
    params: { id: ids.workOrderId },
    body: { optional: { doesClientWantWorkDone: true } },
  }),
  getInvoice: (ids) => ({ params: { id: ids.invoiceId } }),
  listInvoices: () => ({}),
  listNotifications: () => ({ body: { startDate: NOW.toISOString(), endDate: A_YEAR_AGO.toISOString() } }),
  markNotification: ({ notificationId }) => ({ body: { notificationId, read: true } }),
  listPermissions: () => ({}),
  listPermissionsOfOrganization: ({ organizationId }) => ({ params: { organizationId } }),
  listPermissionRequests: () => ({}),
  removePermission: ({ organizationPermissionId }) => ({ params: { organizationPermissionId } }),
  requestPermission: ({ organizationId }) => ({
    body: {
      organizationId,
      userDetails: { email: "grace@example.test", firstName: "Grace", lastName: "Hopper" },
      permissionType: "read",
    },
  }),
  getGeneralDocument: (ids) => ({ params: { id: ids.generalDocumentId } }),
  getGeneralTerms: () => ({}),
  listGeneralDocuments: (ids) => ({ body: { generalDocumentIds: [ids.generalDocumentId] } }),
  listSignedGeneralDocuments: () => ({}),
  listOwnSignatures: () => ({}),
  signGeneralDocument: (ids, asking) => ({
    body: {
      userId: asking.userProfileId,
      organizationId: asking.isWriter ? ids.organizationId : null,
      documentId: ids.generalDocumentId,
    },
  }),
  requestSigningCode: (ids) => ({
    body: { documentId: ids.generalDocumentId, email: `${unique("visitor")}@example.test` },
  }),
  confirmSignature: ({ confirmationToken }) => ({ body: { token: confirmationToken } }),
  signGeneralDocumentAsVisitor: (ids) => ({
    body: {
      documentId: ids.generalDocumentId,
      email: `${unique("visitor")}@example.test`,
      firstName: "Grace",
      lastName: "Hopper",
    },
  }),
  getSharing: (ids) => ({ params: { id: ids.uniqueDocumentId } }),
  shareDocument: (ids) => ({ params: { id: ids.uniqueDocumentId }, body: { isShared: false } }),
};

/** One record of every kind in the owner's organization, and somebody else in it. */
export async function makeRecords(app: TestApp, owner: TestPerson): Promise<Ids & { colleague: TestPerson }> {
  const { db } = app;
  const { organizationId, userProfileId } = owner;
  const invoice = await makeInvoice(db, { organizationId });
  const { document, workOrders } = await makeQuote(db, {
    organizationId,
    workOrders: [{ isOptional: true, invoiceId: invoice.invoiceId }],
  });
  const { uniqueDocumentId, slug } = document;
  const { contentHash } = await getDocument(app.deps, organizationId, { uniqueDocumentId });
  const colleague = await makePerson(db, { organization: { organizationId }, permission: null });
  const { organizationPermissionId } = await makePermission(db, {
    userId: colleague.userProfileId,
    organizationId,
    permissionType: "read",
  });
  return {
    organizationId,
    userProfileId,
    uniqueDocumentId,
    contentHash,
    slug,
    workOrderId: workOrders[0]?.workOrderId ?? "",
    invoiceId: invoice.invoiceId,
    notificationId: (await makeNotification(db, { organizationId, userProfileId })).notificationId,
    organizationPermissionId,
    ...(await makeVisitorsSignature(app)),
    colleague,
  };
}

async function makeVisitorsSignature({ db, deps }: TestApp) {
  const { generalDocumentId } = await makeGeneralDocument(db);
  const signedGeneralDocumentId = unique("signature");
  const signer = { userFirstName: "Grace", userLastName: "Hopper", userEmail: "grace@example.test" };
  await db
    .insert(signedGeneralDocuments)
    .values({ signedGeneralDocumentId, generalDocumentId, ...signer, signedAt: NOW });
  const confirmationToken = await db.transaction((tx) =>
    issueConfirmation(tx, deps, signedGeneralDocumentId),
  );
  return { generalDocumentId, confirmationToken };
}

/** Makes the call with what is sent, as nobody when there is no token. */
export async function askWith(
  app: TestApp,
  call: Call,
  { params = {}, body }: Sent,
  token: string | undefined,
): Promise<{ status: number; text: string }> {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? "");
  const response = await app.rawRequest(`${call.method} /api/${path}`, {
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text() };
}
