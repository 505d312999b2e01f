import { afterAll, beforeAll, expect, test } from "vitest";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { verifyEvidence } from "#server/evidence/verify-evidence.ts";
import { makeOrganization, makePerson, makeQuote } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Every table that an acceptance writes to: its row, choices, evidence, audit, the kept answer and the job. */
const WRITES = [
  "document_decisions",
  "unique_documents",
  "evidence_events",
  "evidence_heads",
  "audit_events",
  "idempotency_keys",
  "pgboss.job",
];

/** From now on the database fails at this table as it does on a full disk. */
async function fillDisk(table: string): Promise<void> {
  await app.alterTables(`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await app.alterTables(
    `create trigger no_room before insert or update on ${table} for each row execute function no_room()`,
  );
}

test("APPR-5 TRUST-8 with a full disk an acceptance is refused in words at each of its writes, nothing is half saved, and it works when there is room", async () => {
  const organization = await makeOrganization(app.db);
  const as = await makePerson(app.db, { organization });
  const { document } = await makeQuote(app.db, { organizationId: organization.organizationId });
  const params = { id: document.uniqueDocumentId };
  const read = () => app.request(getDocument, { as, params });
  const { contentHash } = await read();
  const body = { uniqueDocumentId: params.id, status: "APPROVED" as const, contentHash };
  const given = { as, params, body, headers: { "idempotency-key": "with-a-full-disk" } };

  for (const table of WRITES) {
    await fillDisk(table);
    const refused = await app.refusal(approveDocument, given);
    expect(refused, table).toMatchObject({ status: 503, code: "unavailable" });
    expect(refused.message).toContain("disk is full, so nothing was saved");
    await app.alterTables("drop function no_room() cascade");
    expect(await read(), table).toMatchObject({ status: "PENDING", approvedBy: null, contentHash });
  }

  expect((await app.request(approveDocument, given)).status).toBe("APPROVED");
  expect(await verifyEvidence(app.deps, () => undefined)).toMatchObject({ isGood: true });
});
