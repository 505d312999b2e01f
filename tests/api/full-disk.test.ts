import { afterAll, beforeAll, expect, test } from "vitest";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { makeOrganization, makePerson, makeQuote } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** From now on the database fails as it does on a full disk. */
async function fillDisk(): Promise<void> {
  await app.alterTables(`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await app.alterTables(
    "create trigger no_room before insert on document_decisions execute function no_room()",
  );
}

test("APPR-5 with a full disk an acceptance is refused in words, nothing is half saved, and it works when there is room", async () => {
  const organization = await makeOrganization(app.db);
  const as = await makePerson(app.db, { organization });
  const { document } = await makeQuote(app.db, { organizationId: organization.organizationId });
  const params = { id: document.uniqueDocumentId };
  const read = () => app.request(getDocument, { as, params });
  const { contentHash } = await read();
  const body = { uniqueDocumentId: params.id, status: "APPROVED" as const, contentHash };

  await fillDisk();
  const refused = await app.refusal(approveDocument, { as, params, body });
  expect(refused).toMatchObject({ status: 503, code: "unavailable" });
  expect(refused.message).toContain("disk is full, so nothing was saved");
  expect(await read()).toMatchObject({ status: "PENDING", approvedBy: null, contentHash });

  await app.alterTables("drop function no_room() cascade");
  expect((await app.request(approveDocument, { as, params, body })).status).toBe("APPROVED");
});
