import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { renderDocumentPdf } from "#server/documents/render-document-pdf.job.ts";
import { documentSnapshots } from "#server/schema/document-versions.ts";
import { mails } from "#server/schema/mail.ts";
import { makeOrganization, makePerson, makeQuote } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
// Each test makes the PDF itself.
await app.deps.queue.stop();

/** A document that one of two writers has accepted. */
async function makeAccepted() {
  const organization = await makeOrganization(app.db, { organizationName: "Harbour Coffee Roasters" });
  const writer = await makePerson(app.db, {
    organization,
    profile: { firstName: "Wren", lastName: "Alder" },
  });
  const second = await makePerson(app.db, { organization });
  const { document } = await makeQuote(app.db, { organizationId: organization.organizationId });
  const [id, { name }] = [document.uniqueDocumentId, document];
  const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { as: writer, params: { id }, body });
  const mailed = async () => {
    const rows = await app.db.select().from(mails).where(eq(mails.aboutId, id));
    return new Map(rows.map((row) => [row.recipient, row]));
  };
  return { writer, second, id, name, mailed };
}

test("FIELD-6 the mails about an acceptance have its PDF attached by its row, and the person who accepted is addressed as such", async () => {
  const { writer, second, id, name, mailed } = await makeAccepted();
  await renderDocumentPdf.run(app.deps, { uniqueDocumentId: id, announce: true });
  const [snapshot] = await app.db
    .select()
    .from(documentSnapshots)
    .where(eq(documentSnapshots.uniqueDocumentId, id));
  const [own, others] = [writer, second].map(({ email }) => email);
  const told = await mailed();
  expect(told.get(own ?? "")).toMatchObject({
    subject: `You accepted ${name}`,
    attachmentFileId: snapshot?.fileId,
    text: expect.stringContaining("on behalf of Harbour Coffee Roasters"),
  });
  expect(told.get(others ?? "")).toMatchObject({
    subject: `${name} was approved by Wren Alder`,
    attachmentFileId: snapshot?.fileId,
    text: expect.stringContaining("is attached"),
  });
});

test("FIELD-6 a PDF of more than 10 MB is not attached, and the mail says where it is", async () => {
  const { id, mailed } = await makeAccepted();
  const pdf = new Uint8Array(10 * 1024 * 1024 + 1);
  const seal = { ...app.deps.seal, apply: async () => ({ pdf, level: "B-B" as const }) };
  await renderDocumentPdf.run({ ...app.deps, seal }, { uniqueDocumentId: id, announce: true });
  const told = [...(await mailed()).values()];
  expect(told.map(({ attachmentFileId }) => attachmentFileId)).toEqual([null, null]);
  for (const { text } of told) {
    expect(text).toContain("are ready with the document.");
    expect(text).not.toContain("attached");
  }
});
