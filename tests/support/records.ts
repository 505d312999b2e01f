import { issueConfirmation } from "#server/agreements/issue-confirmation.ts";
import { signedGeneralDocuments } from "#server/agreements/tables.ts";
import { getDocument } from "#server/documents/get-document.ts";
import {
  makeDocument,
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

/** The ids of an organization's records and people, under the names that calls use. */
export type Ids = {
  organizationId: string;
  userProfileId: string;
  uniqueDocumentId: string;
  contentHash: string;
  slug: string;
  workOrderId: string;
  invoiceId: string;
  notificationId: string;
  /** The permission of another member, who may be removed. */
  organizationPermissionId: string;
  generalDocumentId: string;
  /** The owner's signature for the organization. */
  signedGeneralDocumentId: string;
  /** The token that confirms the email of the visitor's signature. */
  confirmationToken: string;
};

type Calls = { pointed: object; makeOwn?: (app: TestApp) => Promise<Record<string, string>> };

/** The files with requests of the calls. A file makes the records that only its own requests name. */
const FILES = import.meta.glob<Calls>("../api/*.calls.ts", { eager: true });

/** Makes the records that only the requests of one file name: of every file, or of the file with this call. */
export async function makeOwnRecords(app: TestApp, callName?: string): Promise<Record<string, string>> {
  const files = Object.values(FILES).filter(({ pointed }) => callName === undefined || callName in pointed);
  const own = await Promise.all(files.map(async (file) => file.makeOwn?.(app)));
  return Object.assign({}, ...own);
}

/**
 * Makes one record of every kind in the owner's organization, and another member. With a call's name, leaves out what
 * only requests of other files name.
 */
export async function makeRecords(
  app: TestApp,
  owner: TestPerson,
  callName?: string,
): Promise<Ids & { colleague: TestPerson }> {
  const { db } = app;
  const { organizationId, userProfileId } = owner;
  const invoice = await makeInvoice(db, { organizationId });
  const { uniqueDocumentId: predecessorId } = await makeDocument(db, { organizationId });
  const { document, workOrders } = await makeQuote(db, {
    organizationId,
    document: { predecessorId },
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
    ...(await makeOwnRecords(app, callName)),
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
    signedGeneralDocumentId: await makeSignature(app, owner),
    colleague,
  };
}

async function makeSignature({ db }: TestApp, { organizationId, userProfileId, email }: TestPerson) {
  const { generalDocumentId } = await makeGeneralDocument(db);
  const signedGeneralDocumentId = unique("signature");
  const signer = { userProfileId, userFirstName: "Ada", userLastName: "Byron", userEmail: email };
  await db
    .insert(signedGeneralDocuments)
    .values({ signedGeneralDocumentId, generalDocumentId, organizationId, ...signer, signedAt: new Date() });
  return signedGeneralDocumentId;
}

async function makeVisitorsSignature({ db, deps }: TestApp) {
  const { generalDocumentId } = await makeGeneralDocument(db);
  const signedGeneralDocumentId = unique("signature");
  const signer = { userFirstName: "Grace", userLastName: "Hopper", userEmail: "grace@example.test" };
  await db
    .insert(signedGeneralDocuments)
    .values({ signedGeneralDocumentId, generalDocumentId, ...signer, signedAt: new Date() });
  const confirmationToken = await db.transaction((tx) =>
    issueConfirmation(tx, deps, signedGeneralDocumentId),
  );
  return { generalDocumentId, confirmationToken };
}
