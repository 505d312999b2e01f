import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getOrganization } from "#contract/admin/organizations.ts";
import { getDocument } from "#contract/documents.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { organizations } from "#server/schema/organizations.ts";
import { makeAdmin, makeDocument, makeOrganization, makePerson } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { PROVED } from "#tests/support/proved.ts";
import { untilWaiting } from "#tests/support/until-waiting.ts";

const app = await startTestApp();

/** A writer who accepts a document, and an owner who deactivates the organization. */
async function makeBoth() {
  const owner = await makeAdmin(app.db, "owner");
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const writer = await makePerson(app.db, { organization });
  const { uniqueDocumentId: id } = await makeDocument(app.db, { organizationId });
  const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
  const send = (path: string, body: object, as: typeof owner) =>
    app.rawRequest(path, { as, body, ...PROVED });
  return {
    owner,
    organizationId,
    id,
    accept: () =>
      send(
        `POST /api/unique-document/user/${id}/approve`,
        { uniqueDocumentId: id, status: "APPROVED", contentHash },
        writer,
      ),
    deactivate: () =>
      send(
        `POST /api/organization/admin/${organizationId}/deactivate`,
        { reason: "They have moved on", openDocumentIds: [id] },
        owner,
      ),
    async outcome() {
      const decisions = await app.db
        .select()
        .from(documentDecisions)
        .where(eq(documentDecisions.uniqueDocumentId, id));
      const now = await app.request(getOrganization, { as: owner, params: { id: organizationId } });
      return { decisions: decisions.length, status: now.status, open: now.openDocuments.length };
    },
  };
}

test("COMPANY-3 a deactivation and an acceptance at the same time are serialized", async () => {
  for (let round = 0; round < 4; round += 1) {
    const { accept, deactivate, outcome } = await makeBoth();
    const first = round % 2 === 0 ? accept() : null;
    const deactivating = deactivate();
    const accepted = await (first ?? accept());
    expect((await deactivating).status).toBe(200);
    const isAccepted = accepted.status === 200;
    if (!isAccepted) expect(accepted.status).toBe(403);
    expect(await outcome()).toEqual({
      decisions: isAccepted ? 1 : 0,
      status: "INACTIVE",
      open: isAccepted ? 0 : 1,
    });
  }
});

// The embedded database has one connection, so nothing can come between a change and what it reads.
test("COMPANY-3 an acceptance that waits while the organization is deactivated is refused, and nothing is decided", async () => {
  const { organizationId, accept, outcome } = await makeBoth();
  let accepting: Promise<Response> | undefined;
  await app.db.transaction(async (tx) => {
    await tx
      .update(organizations)
      .set({ status: "INACTIVE" })
      .where(eq(organizations.organizationId, organizationId));
    accepting = accept();
    await untilWaiting(app, 1);
  });
  expect((await accepting)?.status).toBe(403);
  expect(await outcome()).toEqual({ decisions: 0, status: "INACTIVE", open: 1 });
});

test("COMPANY-3 a deactivation that waits for a change of the organization includes the document that the change added", async () => {
  const { organizationId, deactivate, outcome } = await makeBoth();
  let deactivating: Promise<Response> | undefined;
  await app.db.transaction(async (tx) => {
    await tx
      .select()
      .from(organizations)
      .where(eq(organizations.organizationId, organizationId))
      .for("share");
    deactivating = deactivate();
    await untilWaiting(app, 1);
    await makeDocument(tx as unknown as typeof app.db, { organizationId });
  });
  const refused = (await (await deactivating)?.json()) as {
    error: { details: { openDocuments: object[] } };
  };
  expect(refused.error.details.openDocuments).toHaveLength(2);
  expect(await outcome()).toEqual({ decisions: 0, status: "ACTIVE", open: 2 });
});
