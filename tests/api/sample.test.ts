import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getManagedDocument } from "#contract/admin/documents.ts";
import { sendDocument, sendSample } from "#contract/admin/drafts.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { evidenceEvents } from "#server/schema/evidence.ts";
import { mails } from "#server/schema/mail.ts";
import { openOffice } from "#tests/support/company-documents.ts";
import { makeDocument, makeOrganization, makePage, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const office = await openOffice(app);

async function makeDraft(page = makePage([], "Shop front")) {
  const { organizationId } = await makeOrganization(app.db);
  const shown = { status: "DRAFT", shownAt: null, name: "Shop front" } as const;
  return makeDocument(app.db, { organizationId, puckState: page, ...shown });
}

const sampleOf = (id: string, sampleId = unique("sample")) => ({
  as: office.editor,
  params: { id },
  body: { sampleId },
});
const mailsAbout = (id: string) => app.db.select().from(mails).where(eq(mails.aboutId, id));

test("FIRST-3 a sample is mailed to its editor alone, marked and without a number, and leaves no evidence", async () => {
  const { uniqueDocumentId: id, externalId } = await makeDraft();
  const before = await app.request(getManagedDocument, { as: office.editor, params: { id } });
  const events = await app.db.$count(evidenceEvents);
  const once = sampleOf(id);
  expect(await app.request(sendSample, once)).toEqual({ email: office.editor.email });
  await app.request(sendSample, once);
  const [mail, ...others] = await mailsAbout(id);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: office.editor.email, subject: expect.stringMatching(/^Sample: /) });
  expect(mail?.text).toContain("your client hasn't received anything");
  expect(mail?.text).toContain(`/admin/preview/${id}/documents/${id}`);
  expect(`${mail?.subject} ${mail?.text}`).not.toContain(externalId);
  expect(await app.request(getManagedDocument, { as: office.editor, params: { id } })).toEqual(before);
  expect(await app.db.$count(evidenceEvents)).toBe(events);
  const recorded = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
  expect(recorded.map(({ action }) => action)).toContain("document.sample");
  await app.request(sendSample, sampleOf(id));
  expect(await mailsAbout(id)).toHaveLength(2);
});

test("FIRST-3 there is no sample of an empty page, of a sent document or of none, and none for viewers", async () => {
  const empty = await makeDraft({ content: [], root: { props: { title: "" } } });
  expect(await app.refusal(sendSample, sampleOf(empty.uniqueDocumentId))).toMatchObject({
    status: 409,
    details: { reason: "empty-page" },
  });
  const { uniqueDocumentId: id } = await makeDraft();
  const asViewer = { ...sampleOf(id), as: office.viewer };
  expect(await app.refusal(sendSample, asViewer)).toMatchObject({ status: 403 });
  await app.request(sendDocument, { as: office.editor, params: { id }, body: { revision: 1 } });
  expect(await app.refusal(sendSample, sampleOf(id))).toMatchObject({
    status: 409,
    details: { reason: "sent-already" },
  });
  expect(await app.refusal(sendSample, sampleOf("nothing"))).toMatchObject({ status: 404 });
  const subjects = (await mailsAbout(id)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith("Sample"))).toEqual([]);
});
