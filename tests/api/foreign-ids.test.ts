import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { API_BASE, type Call } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { listPermissions } from "#contract/permissions.ts";
import {
  makeInvoice,
  makeNotification,
  makePerson,
  makeQuote,
  type TestPerson,
} from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

/** What belongs to another organization, by the names under which the calls ask for it. */
type Ids = {
  uniqueDocumentId: string;
  slug: string;
  workOrderId: string;
  invoiceId: string;
  organizationId: string;
  notificationId: string;
  organizationPermissionId: string;
};

type Sent = { params?: Record<string, string>; body?: unknown };
type CallName = keyof typeof CALLS;

/** How each call that names a record is pointed at one. A new call with an id is missing here until it is added. */
const POINTED: Partial<Record<CallName, (ids: Ids) => Sent>> = {
  getDocument: (ids) => ({ params: { id: ids.uniqueDocumentId } }),
  getDocumentBySlug: (ids) => ({ params: { slug: ids.slug } }),
  approveDocument: ({ uniqueDocumentId }) => ({
    params: { id: uniqueDocumentId },
    body: { uniqueDocumentId, status: "APPROVED", contentHash: "0".repeat(64) },
  }),
  getWorkOrder: (ids) => ({ params: { id: ids.workOrderId } }),
  listWorkOrdersOfInvoice: (ids) => ({ params: { invoiceId: ids.invoiceId } }),
  listOptionalStatuses: (ids) => ({ body: { workOrderIds: [ids.workOrderId] } }),
  chooseOptionalWork: (ids) => ({
    params: { id: ids.workOrderId },
    body: { optional: { doesClientWantWorkDone: true } },
  }),
  getInvoice: (ids) => ({ params: { id: ids.invoiceId } }),
  listProfilesOfOrganization: (ids) => ({ params: { organizationId: ids.organizationId } }),
  listPermissionsOfOrganization: (ids) => ({ params: { organizationId: ids.organizationId } }),
  removePermission: ({ organizationPermissionId }) => ({ params: { organizationPermissionId } }),
  requestPermission: ({ organizationId }) => ({
    body: {
      organizationId,
      userDetails: { email: "grace@example.test", firstName: "Grace", lastName: "Hopper" },
      permissionType: "read",
    },
  }),
  markNotification: (ids) => ({ body: { notificationId: ids.notificationId, read: true } }),
  updateProfile: (ids) => ({ body: { activeOrganizationId: ids.organizationId } }),
};

/** General documents belong to the company and are shown to everybody: none is foreign. */
const OF_NOBODY: readonly CallName[] = ["getGeneralDocument", "listGeneralDocuments"];

const NOWHERE: Ids = {
  uniqueDocumentId: "no-such-document",
  slug: "no-such-slug",
  workOrderId: "no-such-work-order",
  invoiceId: "no-such-invoice",
  organizationId: "no-such-organization",
  notificationId: "no-such-notification",
  organizationPermissionId: "no-such-permission",
};

let app: TestApp;
let writer: TestPerson;
let foreign: Ids;
beforeAll(async () => {
  app = await createTestApp();
  writer = await makePerson(app.db);
  const other = await makePerson(app.db);
  const { organizationId, userProfileId } = other;
  const { document, workOrders } = await makeQuote(app.db, {
    organizationId,
    workOrders: [{ isOptional: true }],
  });
  const invoice = await makeInvoice(app.db, { organizationId });
  const notification = await makeNotification(app.db, { organizationId, userProfileId });
  const [permission] = await app.request(listPermissions, { as: other });
  foreign = {
    uniqueDocumentId: document.uniqueDocumentId,
    slug: document.slug,
    workOrderId: workOrders[0]?.workOrderId ?? "",
    invoiceId: invoice.invoiceId,
    organizationId,
    notificationId: notification.notificationId,
    organizationPermissionId: permission?.organizationPermissionId ?? "",
  };
});
afterAll(() => app?.close());

/** The answer to a call about these records, with their own ids taken out of it. */
async function ask(
  call: Call,
  point: (ids: Ids) => Sent,
  ids: Ids,
): Promise<{ status: number; text: string }> {
  const { params = {}, body } = point(ids);
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? "");
  const response = await app.rawRequest(`${call.method} ${API_BASE}/${path}`, { as: writer, body });
  let text = await response.text();
  for (const id of Object.values(ids)) text = text.replaceAll(id, "ID");
  return { status: response.status, text };
}

test.each(Object.keys(POINTED) as CallName[])(
  "API-5 %s answers a foreign id as it answers one that is not there",
  async (name) => {
    const point = POINTED[name];
    if (!point) throw new Error(`No way to point ${name}.`);
    const elsewhere = await ask(CALLS[name], point, foreign);
    expect(elsewhere).toEqual(await ask(CALLS[name], point, NOWHERE));
    if (CALLS[name].who !== "public") expect(elsewhere.status).toBe(404);
    else expect(elsewhere).toEqual({ status: 200, text: '{"data":[]}' });
  },
);

test("API-5 every call that names a record is tried with a foreign one", () => {
  const naming = (Object.keys(CALLS) as CallName[]).filter((name) => namesRecord(CALLS[name]));
  const tried = [...Object.keys(POINTED), ...OF_NOBODY];
  expect(naming.filter((name) => !tried.includes(name))).toEqual([]);
});

function namesRecord(call: Call): boolean {
  if (call.path.includes("{")) return true;
  if (call.body instanceof z.ZodUndefined) return false;
  return /"\w*Ids?":/.test(JSON.stringify(z.toJSONSchema(call.body, { io: "input" })));
}
