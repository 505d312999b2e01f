import { issueConfirmation } from "#server/agreements/confirm-signature.ts";
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
} from "./factories.ts";
import type { TestApp } from "./make-app.ts";
import { pointAt } from "./pointed-calls.ts";
import { addSignature } from "./signing.ts";

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

/** Ids of nothing. */
export const NONE: Ids = {
  organizationId: "no-such-organization",
  userProfileId: "no-such-user",
  uniqueDocumentId: "no-such-document",
  contentHash: "0".repeat(64),
  slug: "no-such-slug",
  workOrderId: "no-such-work-order",
  invoiceId: "no-such-invoice",
  notificationId: "no-such-notification",
  organizationPermissionId: "no-such-permission",
  generalDocumentId: "no-such-general-document",
  signedGeneralDocumentId: "no-such-signature",
  confirmationToken: "no-such-confirmation-token",
};

type Calls = {
  pointed: object;
  makeOwn?: (app: TestApp, owner?: TestPerson) => Promise<Record<string, string>>;
};

/** The files with requests of the calls. A file makes the records that only its own requests name. */
const FILES = import.meta.glob<Calls>("../api/*.calls.ts", { eager: true });

/** Makes the records that only the requests of one file name: of every file, or of the file with this call. */
export async function makeOwnRecords(
  app: TestApp,
  owner?: TestPerson,
  callName?: string,
): Promise<Record<string, string>> {
  const files = Object.values(FILES).filter(({ pointed }) => callName === undefined || callName in pointed);
  const own = await Promise.all(files.map(async (file) => file.makeOwn?.(app, owner)));
  return Object.assign({}, ...own);
}

/** Makes one record of every kind in the owner's organization, and another member. */
export async function makeRecords(app: TestApp, owner: TestPerson): Promise<Ids & { colleague: TestPerson }> {
  return {
    ...NONE,
    ...(await makeRecordsNamed(app, owner, () => true)),
    ...(await makeOwnRecords(app, owner)),
  };
}

/** Makes only the records that a valid request of this call names, and another member. */
export async function makeRecordsOf(
  callName: string,
  app: TestApp,
  owner: TestPerson,
): Promise<Ids & { colleague: TestPerson }> {
  const named = idsNamedBy(callName);
  const made = await makeRecordsNamed(app, owner, (...ids) => ids.some((id) => named.has(id)));
  return { ...NONE, ...made, ...(await makeOwnRecords(app, owner, callName)) };
}

/** The ids that a request of this call names. */
function idsNamedBy(callName: string): ReadonlySet<string> {
  const named = new Set<string>();
  const ids = new Proxy(NONE, {
    get(_none, id) {
      named.add(String(id));
      return String(id);
    },
  });
  for (const organizationId of [null, "organization"])
    pointAt(callName, ids, { userProfileId: "person", organizationId, isWriter: true });
  return named;
}

async function makeRecordsNamed(
  app: TestApp,
  owner: TestPerson,
  isNamed: (...ids: (keyof Ids)[]) => boolean,
): Promise<Partial<Ids> & Pick<Ids, "organizationId" | "userProfileId"> & { colleague: TestPerson }> {
  const { db } = app;
  const { organizationId, userProfileId } = owner;
  const colleague = await makePerson(db, { organization: { organizationId }, permission: null });
  const { organizationPermissionId } = await makePermission(db, {
    userId: colleague.userProfileId,
    organizationId,
    permissionType: "read",
  });
  return {
    ...(isNamed("uniqueDocumentId", "contentHash", "slug", "workOrderId", "invoiceId") &&
      (await makeWork(app, organizationId))),
    ...(isNamed("notificationId") && {
      notificationId: (await makeNotification(db, { organizationId, userProfileId })).notificationId,
    }),
    ...(isNamed("generalDocumentId", "confirmationToken") && (await makeVisitorsSignature(app))),
    ...(isNamed("signedGeneralDocumentId") && { signedGeneralDocumentId: await makeSignature(app, owner) }),
    organizationId,
    userProfileId,
    organizationPermissionId,
    colleague,
  };
}

/** A proposal with a predecessor, and with optional work on an invoice. */
async function makeWork({ db, deps }: TestApp, organizationId: string) {
  const { invoiceId } = await makeInvoice(db, { organizationId });
  const { uniqueDocumentId: predecessorId } = await makeDocument(db, { organizationId });
  const { document, workOrders } = await makeQuote(db, {
    organizationId,
    document: { predecessorId },
    workOrders: [{ isOptional: true, invoiceId }],
  });
  const { uniqueDocumentId, slug } = document;
  const { contentHash } = await getDocument(deps, organizationId, { uniqueDocumentId });
  return { uniqueDocumentId, slug, contentHash, invoiceId, workOrderId: workOrders[0]?.workOrderId ?? "" };
}

async function makeSignature(app: TestApp, { organizationId, userProfileId, email }: TestPerson) {
  const { generalDocumentId } = await makeGeneralDocument(app.db);
  const signer = { userProfileId, userFirstName: "Ada", userLastName: "Byron", userEmail: email };
  return addSignature(app, { generalDocumentId, organizationId, ...signer });
}

async function makeVisitorsSignature(app: TestApp) {
  const { db, deps } = app;
  const { generalDocumentId } = await makeGeneralDocument(db);
  const signer = { userFirstName: "Grace", userLastName: "Hopper", userEmail: "grace@example.test" };
  const signedGeneralDocumentId = await addSignature(app, { generalDocumentId, ...signer });
  const confirmationToken = await db.transaction((tx) =>
    issueConfirmation(tx, deps, signedGeneralDocumentId),
  );
  return { generalDocumentId, confirmationToken };
}
