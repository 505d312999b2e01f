import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deactivateOrganization, openClientView, verifyOrganization } from "#contract/admin/organizations.ts";
import { createBundleLink } from "#contract/bundles.ts";
import { API_BASE, CLIENT_VIEW } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import {
  approveDocument,
  declineDocument,
  getDocument,
  getDocumentBySlug,
  listDocuments,
  reportOpening,
} from "#contract/documents.ts";
import { getInvoice, listInvoices } from "#contract/invoices.ts";
import { listOrganizations } from "#contract/permissions.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import {
  makeAdmin,
  makeDocument,
  makeInvoice,
  makePerson,
  type TestPerson,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");

async function accept(as: TestPerson, id: string) {
  const { contentHash } = await app.request(getDocument, { as, params: { id } });
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { as, params: { id }, body });
}

/** A deactivated organization with an accepted, a declined and an open document, and invoices, of which one is not issued. */
async function makeDeactivated() {
  const writer = await makePerson(app.db);
  const { organizationId } = writer;
  const [accepted, declined, open] = await Promise.all(
    [1, 2, 3].map(() => makeDocument(app.db, { organizationId })),
  );
  if (!accepted || !declined || !open) throw new Error("A document is missing.");
  await accept(writer, accepted.uniqueDocumentId);
  const id = declined.uniqueDocumentId;
  await app.request(declineDocument, {
    as: writer,
    params: { id },
    body: { uniqueDocumentId: id, status: "DECLINED" },
  });
  const issued = await makeInvoice(app.db, { organizationId });
  const unissued = await makeInvoice(app.db, { organizationId, issuedAt: null });
  await app.request(deactivateOrganization, {
    as: owner,
    params: { id: organizationId },
    body: { reason: "They have left.", openDocumentIds: [open.uniqueDocumentId] },
  });
  return { writer, accepted, declined, open, issued, unissued };
}

test("FIRST-6 a deactivated organization reads what it accepted with its evidence, and its issued invoices", async () => {
  const { writer, accepted, declined, open, issued, unissued } = await makeDeactivated();
  const as = writer;
  expect(await app.request(listOrganizations, { as })).toMatchObject([
    { status: "INACTIVE", isDeactivated: true },
  ]);
  const { uniqueDocumentId: id, slug } = accepted;
  expect(await app.request(getDocument, { as, params: { id } })).toMatchObject({ status: "APPROVED" });
  expect(await app.request(getDocumentBySlug, { as, params: { slug } })).toMatchObject({
    status: "APPROVED",
  });
  expect(await app.request(reportOpening, { as, params: { id }, body: { what: "page" } })).toBeTruthy();
  await expect
    .poll(async () => (await app.request(createBundleLink, { as, params: { id } })).uri, { timeout: 30_000 })
    .toMatch(/^\/|^http/);
  const [snapshot] = (await app.request(getDocument, { as, params: { id } })).documentSnapshots;
  expect(
    (await app.rawRequest(`GET ${new URL(snapshot?.uri ?? "", "http://portal.test").pathname}`)).status,
  ).not.toBe(404);
  const listed = await app.requestPage(listDocuments, { as, query: { limit: 10 } });
  expect(listed.data.map((one) => one.uniqueDocumentId)).toEqual([id]);
  expect(listed.page).toMatchObject({ total: 1, counts: { APPROVED: 1 } });
  const pending = await app.request(listDocuments, { as, query: { status: "PENDING" } });
  expect(
    pending.map((one) => one.uniqueDocumentId),
    "whatever they ask for",
  ).toEqual([id]);
  for (const hidden of [declined, open]) {
    const params = { id: hidden.uniqueDocumentId };
    expect(await app.refusal(getDocument, { as, params })).toMatchObject({ status: 404 });
    expect(await app.refusal(getDocumentBySlug, { as, params: { slug: hidden.slug } })).toMatchObject({
      status: 404,
    });
    expect(await app.refusal(createBundleLink, { as, params })).toMatchObject({ status: 404 });
    expect(await app.refusal(reportOpening, { as, params, body: { what: "page" } })).toMatchObject({
      status: 404,
    });
  }
  expect(await app.request(getInvoice, { as, params: { id: issued.invoiceId } })).toMatchObject({
    invoiceStatus: "UNPAID",
  });
  expect(await app.request(listInvoices, { as })).toMatchObject([{ invoiceId: issued.invoiceId }]);
  expect(await app.refusal(getInvoice, { as, params: { id: unissued.invoiceId } })).toMatchObject({
    status: 404,
  });
});

const OF_MEMBERS = Object.entries(CALLS).filter(([, { who }]) =>
  ["member", "writer", "signatory"].includes(who),
);

test("FIRST-6 every other call of a member is refused for a deactivated organization, and nothing is decided", async () => {
  const { writer, open } = await makeDeactivated();
  const token = await app.signInAs(writer);
  expect(OF_MEMBERS.length).toBeGreaterThan(12);
  for (const [name, { method, path }] of OF_MEMBERS) {
    const address = path.replaceAll(/\{\w+\}/g, open.uniqueDocumentId);
    const response = await app.rawRequest(`${method} ${API_BASE}/${address}`, { token });
    const { error } = (await response.json()) as { error?: { details?: unknown } };
    expect([name, response.status, error?.details]).toEqual([name, 403, { reason: "deactivated" }]);
  }
  const isOpen = eq(uniqueDocuments.uniqueDocumentId, open.uniqueDocumentId);
  const [row] = await app.db.select().from(uniqueDocuments).where(isOpen);
  expect(row?.status).toBe("PENDING");
});

test("FIRST-6 another organization's people find nothing of a deactivated one, and activation brings everything back", async () => {
  const { writer, accepted, open, issued } = await makeDeactivated();
  const stranger = await makePerson(app.db);
  const params = { id: accepted.uniqueDocumentId };
  expect(await app.refusal(getDocument, { as: stranger, params })).toMatchObject({ status: 404 });
  expect(await app.refusal(getInvoice, { as: stranger, params: { id: issued.invoiceId } })).toMatchObject({
    status: 404,
  });
  const other = await makeDeactivated();
  expect(await app.refusal(getDocument, { as: other.writer, params })).toMatchObject({ status: 404 });
  const { organizationId } = writer;
  await app.request(verifyOrganization, { as: owner, params: { id: organizationId } });
  expect(await app.request(listOrganizations, { as: writer })).toMatchObject([{ isDeactivated: false }]);
  expect(await app.request(getDocument, { as: writer, params: { id: open.uniqueDocumentId } })).toMatchObject(
    {
      status: "PENDING",
    },
  );
});

test("FIRST-6 an admin who sees the portal as a deactivated client reads as little", async () => {
  const { writer, accepted, open } = await makeDeactivated();
  const { organizationId } = writer;
  const { pass } = await app.request(openClientView, { as: owner, params: { id: organizationId } });
  const token = await app.signInAs(owner);
  const read = async (id: string) =>
    (
      await app.rawRequest(`GET ${API_BASE}/unique-document/user/${id}`, {
        token,
        headers: { [CLIENT_VIEW]: pass },
      })
    ).status;
  expect(await read(accepted.uniqueDocumentId)).toBe(200);
  expect(await read(open.uniqueDocumentId)).toBe(404);
});
