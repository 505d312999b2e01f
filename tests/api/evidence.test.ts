import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { getSignature } from "#contract/admin/agreements.ts";
import { createBundleLinkAsAdmin } from "#contract/admin/bundles.ts";
import { getManagedDocument, shareDocument } from "#contract/admin/documents.ts";
import { sendDocument } from "#contract/admin/drafts.ts";
import { invoiceDocument } from "#contract/admin/invoices.ts";
import { getSignedGeneralDocument, signGeneralDocument } from "#contract/agreements.ts";
import { approveDocument, declineDocument, getDocument } from "#contract/documents.ts";
import { compareDecision, compareVersion } from "#server/documents/read-intact.ts";
import { signedGeneralDocuments } from "#server/schema/agreements.ts";
import { documentDecisions, documentSnapshots, documentVersions } from "#server/schema/document-versions.ts";
import { evidenceEvents } from "#server/schema/evidence.ts";
import { files } from "#server/schema/files.ts";
import { changeEachColumn } from "#tests/support/change-each-column.ts";
import { makeAdmin, makeOrganization, makePerson, makeQuote } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";
import { makeSigning, signaturesOf, signingBody } from "#tests/support/signing.ts";

const app = await startTestApp();
app.log.allowErrors(/differs from its evidence|bytes of a stored file are missing/);

async function makeOpenDocument() {
  const organization = await makeOrganization(app.db);
  const writer = await makePerson(app.db, { organization });
  const quote = await makeQuote(app.db, { organizationId: organization.organizationId });
  const id = quote.document.uniqueDocumentId;
  const given = { as: writer, params: { id } };
  const { contentHash } = await app.request(getDocument, given);
  const accepting = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  const declining = { uniqueDocumentId: id, status: "DECLINED" as const, reason: "Too dear" };
  return {
    id,
    accept: () => app.request(approveDocument, { ...given, body: accepting }),
    decline: () => app.request(declineDocument, { ...given, body: declining }),
    read: () => app.request(getDocument, given),
    refusal: () => app.refusal(getDocument, given),
  };
}

/** A document that the company sent, so that its version has evidence. */
async function makeSent() {
  const editor = await makeAdmin(app.db, "editor");
  const organization = await makeOrganization(app.db);
  const as = await makePerson(app.db, { organization });
  const { document } = await makeQuote(app.db, {
    organizationId: organization.organizationId,
    document: { status: "DRAFT", shownAt: null },
  });
  const params = { id: document.uniqueDocumentId };
  await app.request(sendDocument, { as: editor, params, body: { revision: 1, message: "Hello" } });
  return { editor, as, document, params, isOwn: `unique_document_id = '${params.id}'` };
}

async function makeAcceptedDocument() {
  const document = await makeOpenDocument();
  await document.accept();
  const pdf = async () => (await document.read()).documentSnapshots[0];
  await expect.poll(pdf, { interval: 50 }).toBeDefined();
  return { ...document, pdf: async () => fetch(`${app.baseUrl}${(await pdf())?.uri}`) };
}

describe("TRUST-1 a change of the database or the disk without the key is detected", () => {
  test.each(["accept", "decline"] as const)(
    "each field of a decision and of its evidence, after: %s",
    async (decide) => {
      const { id, read, ...decisions } = await makeOpenDocument();
      await decisions[decide]();
      const isRefused = () =>
        read().then(
          () => false,
          () => true,
        );
      const isDecision = "kind in ('document.approve', 'document.decline')";
      expect(
        await changeEachColumn(app, documentDecisions, `unique_document_id = '${id}'`, isRefused),
      ).toEqual([]);
      expect(
        await changeEachColumn(app, evidenceEvents, `subject_id = '${id}' and ${isDecision}`, isRefused),
      ).toEqual([]);
      expect(await read(), "it was made here").toMatchObject({ isBroughtIn: false });
    },
  );

  test("a decision that was removed, one without evidence, and a status without a decision", async () => {
    const [removed, unproven, claimed] = [
      await makeOpenDocument(),
      await makeOpenDocument(),
      await makeOpenDocument(),
    ];
    await asIntruder(
      app,
      "update unique_documents set status = 'APPROVED' where unique_document_id = $1 returning 1",
      [claimed.id],
    );
    for (const { accept } of [removed, unproven]) await accept();
    await asIntruder(app, "delete from document_decisions where unique_document_id = $1 returning 1", [
      removed.id,
    ]);
    await asIntruder(
      app,
      "delete from evidence_events where subject_id = $1 and kind = 'document.approve' returning 1",
      [unproven.id],
    );
    const company = await makeAdmin(app.db, "viewer");
    const differencesOf = async (id: string) =>
      (await app.request(getManagedDocument, { as: company, params: { id } })).evidenceDifferences;
    expect(await differencesOf(removed.id), "the company is told").toEqual(["decision"]);
    expect(await differencesOf(unproven.id)).toEqual(["missing"]);
    expect(await differencesOf(claimed.id)).toEqual(["decision"]);
    for (const { refusal } of [removed, unproven, claimed])
      expect(await refusal()).toMatchObject({
        status: 409,
        details: { reason: "evidence-differs" },
      });
  });

  test("each field of a sent version, and an inserted one: it cannot be read or accepted, and the company is notified", async () => {
    const { editor, as, params, isOwn } = await makeSent();
    const { id } = params;
    const { contentHash } = await app.request(getDocument, { as, params });
    const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
    const isRefused = async () => {
      const isRead = await app.request(getDocument, { as, params }).then(
        () => true,
        () => false,
      );
      return !isRead;
    };
    app.log.allowErrors(/waits for a decision but has no version/);
    // A version that names another document is no version of this one.
    expect(await changeEachColumn(app, documentVersions, isOwn, isRefused, ["unique_document_id"])).toEqual(
      [],
    );

    await asIntruder(
      app,
      `insert into document_versions (unique_document_id, organization_id, number, sent_at, page, work)
       select unique_document_id, organization_id, 2, sent_at, page, work from document_versions where ${isOwn}`,
    );
    const refused = { status: 409, details: { reason: "evidence-differs" } };
    expect(await app.refusal(getDocument, { as, params })).toMatchObject(refused);
    expect(await app.refusal(approveDocument, { as, params, body })).toMatchObject(refused);
    const told = await app.request(getManagedDocument, { as: editor, params });
    expect(told.evidenceDifferences).toEqual(["missing"]);
  });

  test("a forged version of which the only sending was removed from the chain", async () => {
    const { editor, as, params, isOwn } = await makeSent();
    await asIntruder(
      app,
      `update document_versions set page = '{"root":{},"content":[]}' where ${isOwn} returning 1`,
    );
    await asIntruder(app, "delete from evidence_events where subject_id = $1 returning 1", [params.id]);
    await app.request(shareDocument, { as: editor, params, body: { isShared: true } });
    const seen = await fetch(`${app.baseUrl}/view/${params.id}`);
    expect(seen.status, "by its link").toBe(409);
    expect(await app.refusal(getDocument, { as, params })).toMatchObject({
      status: 409,
      details: { reason: "evidence-differs" },
    });
    const told = await app.request(getManagedDocument, { as: editor, params });
    expect(told.evidenceDifferences).toEqual(["missing"]);
  });

  test("HOUSE-1 a forged decision is refused by all who read the document: client, link, bundle and invoice", async () => {
    const editor = await makeAdmin(app.db, "editor");
    const accepted = await makeAcceptedDocument();
    const params = { id: accepted.id };
    await app.request(shareDocument, { as: editor, params, body: { isShared: true } });
    const view = async () => (await fetch(`${app.baseUrl}/view/${accepted.id}`)).status;
    expect(await view()).toBe(200);
    await asIntruder(
      app,
      "update document_decisions set declaration = 'Forged' where unique_document_id = $1 returning 1",
      [accepted.id],
    );
    const refused = { status: 409, details: { reason: "evidence-differs" } };
    expect(await accepted.refusal()).toMatchObject(refused);
    expect(await view()).toBe(409);
    const { uri } = await app.request(createBundleLinkAsAdmin, { as: editor, params });
    expect((await fetch(`${app.baseUrl}${uri}`)).status).toBe(409);
    const body = { percent: 100, dueDate: null, isIssued: false };
    expect(await app.refusal(invoiceDocument, { as: editor, params, body })).toMatchObject(refused);
  });

  test.each([
    ["sent_name", "X", "name"],
    ["sent_type", "LEGAL_DOCUMENT", "documentType"],
  ])(
    "another %s than was sent, with nothing else changed: it cannot be read or accepted, and the company is notified",
    async (column, forged, difference) => {
      const { editor, as, params, isOwn } = await makeSent();
      const { contentHash } = await app.request(getDocument, { as, params });
      await asIntruder(app, `update unique_documents set ${column} = $1 where ${isOwn} returning 1`, [
        forged,
      ]);
      const refused = { status: 409, details: { reason: "evidence-differs" } };
      expect(await app.refusal(getDocument, { as, params })).toMatchObject(refused);
      const body = { uniqueDocumentId: params.id, status: "APPROVED" as const, contentHash };
      expect(await app.refusal(approveDocument, { as, params, body })).toMatchObject(refused);
      const told = await app.request(getManagedDocument, { as: editor, params });
      expect(told.evidenceDifferences).toEqual([difference]);
    },
  );

  test("a decision that was read without its event or an event without its decision, whatever was stored since", async () => {
    const { document, params, as } = await makeSent();
    const body = { uniqueDocumentId: params.id, status: "DECLINED" as const, reason: "Too dear" };
    await app.request(declineDocument, { as, params, body });
    const [decision] = await app.db
      .select()
      .from(documentDecisions)
      .where(eq(documentDecisions.uniqueDocumentId, params.id));
    const [event] = await app.db
      .select()
      .from(evidenceEvents)
      .where(and(eq(evidenceEvents.subjectId, params.id), eq(evidenceEvents.kind, "document.decline")));
    const differencesOf = async (decided: Parameters<typeof compareDecision>[3]) =>
      (await compareDecision(app.deps, app.db, { ...document, status: "PENDING" }, decided)).differences;
    expect(await differencesOf({ decision: null, proof: { event } })).toEqual(["decision"]);
    expect(await differencesOf({ decision: decision ?? null, proof: { event: undefined } })).toEqual([
      "missing",
    ]);
  });

  test("no version that was sent under a new name between the reading of the document and of its version", async () => {
    const { document, params, isOwn } = await makeSent();
    const [sent] = await app.db
      .select()
      .from(documentVersions)
      .where(eq(documentVersions.uniqueDocumentId, params.id));
    const stale = { ...document, status: "PENDING" as const, name: "The name before" };
    expect(await compareVersion(app.deps, app.db, stale, sent)).toEqual([]);
    await asIntruder(app, `update unique_documents set name = 'Forged' where ${isOwn} returning 1`);
    expect(await compareVersion(app.deps, app.db, { ...stale, name: "Forged" }, sent)).toEqual(["name"]);
  });

  test("the PDF of an acceptance: its record, its bytes, and another document's in its place", async () => {
    const [first, second] = [await makeAcceptedDocument(), await makeAcceptedDocument()];
    expect((await first.pdf()).status).toBe(200);
    const isFirsts = `file_id = (select file_id from document_snapshots where unique_document_id = '${first.id}')`;
    const isRefused = async () => (await first.pdf()).status !== 200;
    const exceptions = ["file_name", "created_at"];
    expect(await changeEachColumn(app, files, isFirsts, isRefused, exceptions)).toEqual([]);

    const [file] = await app.db
      .select({ sha256: files.sha256 })
      .from(documentSnapshots)
      .innerJoin(files, eq(files.fileId, documentSnapshots.fileId))
      .where(eq(documentSnapshots.uniqueDocumentId, first.id));
    const sha256 = file?.sha256 ?? "";
    const path = join(app.variables.DATA_DIR ?? "", "files", sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    const bytes = readFileSync(path);
    bytes[1000] = (bytes[1000] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect((await first.pdf()).status).toBe(409);
    expect((await second.pdf()).status).toBe(200);

    await asIntruder(
      app,
      `update document_snapshots set file_id = (select file_id from document_snapshots where unique_document_id = $1)
       where unique_document_id = $2 returning 1`,
      [second.id, first.id],
    );
    expect((await first.refusal()).status).toBe(409);
  });
});

test("TRUST-1 each field of a signature and of its evidence: neither the client nor the company can read it", async () => {
  const { documentId, writer: as } = await makeSigning(app);
  await app.request(signGeneralDocument, { as, body: signingBody(as, documentId) });
  const [signature] = await signaturesOf(app, documentId);
  const params = { id: signature?.signedGeneralDocumentId ?? "" };
  const viewer = await makeAdmin(app.db, "viewer");
  const isRefused = async () => {
    const asked = await Promise.allSettled([
      app.request(getSignedGeneralDocument, { as, params }),
      app.request(getSignature, { as: viewer, params }),
    ]);
    return asked.every(({ status }) => status === "rejected");
  };
  const copy = async () => (await app.request(getSignature, { as: viewer, params })).s3uri;
  await expect.poll(copy).not.toBeNull();
  const isIt = `signed_general_document_id = '${params.id}'`;
  const laterFacts = ["file_id", "email_confirmed_at"];
  expect(await changeEachColumn(app, signedGeneralDocuments, isIt, isRefused, laterFacts)).toEqual([]);
  const isItsEvent = `subject_id = '${params.id}'`;
  expect(await changeEachColumn(app, evidenceEvents, isItsEvent, isRefused)).toEqual([]);
  expect(await isRefused()).toBe(false);
});

test("TRUST-1 a database role without those rights, and the tables' owner, cannot change evidence by accident", async () => {
  const { id, accept } = await makeOpenDocument();
  await accept();
  const refused = (statement: string) =>
    expect(app.alterTables(statement), statement).rejects.toThrow(/do not change|permission denied/);
  await refused(`update document_decisions set user_name = 'Eve' where unique_document_id = '${id}'`);
  await refused(`delete from document_decisions where unique_document_id = '${id}'`);
  await refused(`update evidence_events set facts = '{}' where subject_id = '${id}'`);
  await refused(`delete from evidence_events where subject_id = '${id}'`);
  await refused(`delete from audit_events where subject_id = '${id}' and action = 'document.approve'`);
  await refused("truncate signed_general_documents cascade");
});
