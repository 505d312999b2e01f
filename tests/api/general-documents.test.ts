import { and, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  addGeneralDocument,
  discardDraft,
  getDocumentVersion,
  getManagedGeneralDocument,
  getSignature,
  listManagedGeneralDocuments,
  listSignatures,
  publishDraft,
  requestNewSignatures,
  retireGeneralDocument,
  saveDraft,
} from "#contract/admin/agreements.ts";
import {
  getGeneralDocument,
  getGeneralTerms,
  listGeneralDocuments,
  requestSigningCode,
  signGeneralDocument,
  signGeneralDocumentAsVisitor,
} from "#contract/agreements.ts";
import { formatDateTime } from "#domain/format.ts";
import { mailSigningRequests } from "#server/agreements/mail-signing-requests.job.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { mails } from "#server/schema/mail.ts";
import { makeAdmin, makePerson, publishText, type TestPerson, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeSigning, readPdfAt, signingBody, untilMailed, visitorBody } from "#tests/support/signing.ts";

const app = await startTestApp();
const editor = await makeAdmin(app.db, "editor");
const colleague = await makeAdmin(app.db, "editor");

const text = {
  name: "Photo release",
  richText: "<p>We may show photos.</p>",
  signatureType: "ACKNOWLEDGE",
  isGeneralTerms: false,
} as const;

/** A new draft that begins on version 1. */
const NEXT = { revision: null, onVersion: 1 };

async function addDraft(
  details: Partial<Omit<typeof text, "isGeneralTerms">> & { isGeneralTerms?: boolean } = {},
) {
  const generalDocumentId = unique("release");
  await app.request(addGeneralDocument, { as: editor, body: { ...text, generalDocumentId, ...details } });
  return { id: generalDocumentId };
}

const publish = (params: { id: string }, revision = 1) =>
  app.request(publishDraft, { as: editor, params, body: { revision } });

async function publishNext(params: { id: string }, richText: string) {
  const { name, version: onVersion } = await app.request(getManagedGeneralDocument, { as: editor, params });
  const body = { ...text, name, richText, asRead: null, onVersion };
  const saved = await app.request(saveDraft, { as: editor, params, body });
  return publish(params, saved.draft?.revision);
}

const ask = (
  params: { id: string },
  body: { version: number; of: { all: true } | { signedGeneralDocumentIds: string[] } },
) => app.request(requestNewSignatures, { as: editor, params, body });

/** The audit rows of the document itself, without those of mails about it. */
const actionsOn = async (subjectId: string) => {
  const isOfDocument = and(eq(auditEvents.subjectId, subjectId), like(auditEvents.action, "agreement.%"));
  const rows = await app.db.select().from(auditEvents).where(isOfDocument);
  return rows
    .toSorted((one, other) => one.auditEventId.localeCompare(other.auditEventId))
    .map((one) => one.action);
};

test("COMPANY-8 a draft is the company's alone until it is published", async () => {
  const params = await addDraft();
  const unknown = await app.refusal(getGeneralDocument, { params: { id: "no-such-document" } });
  expect(await app.refusal(getGeneralDocument, { params })).toEqual(unknown);
  expect(await app.request(listGeneralDocuments, { body: { generalDocumentIds: [params.id] } })).toEqual([]);
  const visitor = visitorBody(params.id);
  expect((await app.refusal(signGeneralDocumentAsVisitor, { body: visitor })).status).toBe(404);

  const published = await publish(params);
  expect(published).toMatchObject({ status: "PUBLISHED", version: 1, draft: null, hasDraft: false });
  expect(await app.request(getGeneralDocument, { params })).toMatchObject({
    name: text.name,
    richText: text.richText,
    version: 1,
    isRetired: false,
  });
  expect(await actionsOn(params.id)).toEqual(["agreement.draft", "agreement.publish"]);
});

test("COMPANY-8 a published version never changes, and each publishing makes the next one", async () => {
  const params = await addDraft();
  await publish(params);
  const first = await app.request(getGeneralDocument, { params });
  const draft = { ...text, richText: "<p>We may show photos and films.</p><script>steal()</script>" };
  const saved = await app.request(saveDraft, { as: editor, params, body: { ...draft, ...NEXT } });
  expect(saved).toMatchObject({ version: 1, draft: { richText: "<p>We may show photos and films.</p>" } });
  expect(await app.request(getGeneralDocument, { params }), "readers see no draft").toEqual(first);
  const { versions } = await publish(params, saved.draft?.revision);
  expect(versions.map((one) => one.version)).toEqual([2, 1]);
  const versionOf = (version: string) =>
    app.request(getDocumentVersion, { as: editor, params: { ...params, version } });
  expect((await versionOf("1")).richText).toBe(text.richText);
  expect((await versionOf("2")).richText).toBe("<p>We may show photos and films.</p>");
  expect(
    (await app.refusal(getDocumentVersion, { as: editor, params: { ...params, version: "3" } })).status,
  ).toBe(404);
  expect((await app.request(getGeneralDocument, { params })).version).toBe(2);
});

test("COMPANY-8 a draft like the newest version is not published, and a draft can be thrown away", async () => {
  const params = await addDraft();
  await publish(params);
  const { draft } = await app.request(saveDraft, { as: editor, params, body: { ...text, ...NEXT } });
  const body = { asRead: draft?.revision ?? 0 };
  expect(await app.refusal(publishDraft, { as: editor, params, body })).toMatchObject({
    status: 409,
    details: { reason: "nothing-changed" },
  });
  await app.request(discardDraft, { as: editor, params, body });
  expect(await app.request(getManagedGeneralDocument, { as: editor, params })).toMatchObject({
    status: "PUBLISHED",
    draft: null,
  });
  const unpublished = await addDraft();
  await app.request(discardDraft, { as: editor, params: unpublished, body: { asRead: 1 } });
  expect((await app.refusal(getManagedGeneralDocument, { as: editor, params: unpublished })).status).toBe(
    404,
  );
});

test("COMPANY-8 the second of two editors gets a conflict, and one of two concurrent publications succeeds", async () => {
  const params = await addDraft();
  const save = (as: TestPerson, name: string) => ({
    as,
    params,
    body: { ...text, name, asRead: 1, onVersion: null },
  });
  const { draft } = await app.request(saveDraft, save(editor, "Photos"));
  expect(await app.refusal(saveDraft, save(colleague, "Films"))).toMatchObject({
    status: 409,
    details: { reason: "changed-meanwhile", draft: { name: "Photos", revision: 2 } },
  });
  const stale = await app.refusal(publishDraft, { as: colleague, params, body: { asRead: 1 } });
  expect(stale).toMatchObject({ status: 409, details: { reason: "changed-meanwhile" } });
  const unread = await app.refusal(discardDraft, { as: colleague, params, body: { asRead: 1 } });
  const draftNotice = `${draft?.savedBy} changed this draft on ${formatDateTime(draft?.savedAt ?? "", "Australia/Sydney")}`;
  expect(unread).toMatchObject({ status: 409, details: { draft: { name: "Photos", revision: 2 } } });
  expect(unread.message).toContain(draftNotice);
  const answers = await Promise.all(
    [editor, colleague].map((as) =>
      app.rawRequest(`POST /api/general-document/admin/${params.id}/publish`, {
        as,
        body: { asRead: draft?.revision },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { versions } = await app.request(getManagedGeneralDocument, { as: editor, params });
  expect(versions).toHaveLength(1);
});

test("COMPANY-8 a draft that replaced the one an editor read is neither published nor overwritten unseen", async () => {
  const params = await addDraft();
  await publish(params);
  const saveNext = (richText: string) =>
    app.request(saveDraft, { as: editor, params, body: { ...text, richText, ...NEXT } });
  const read = (await saveNext("<p>What the colleague read</p>")).draft?.revision ?? 0;
  await app.request(discardDraft, { as: editor, params, body: { asRead: read } });
  await saveNext("<p>An unread text</p>");
  const changed = { status: 409, details: { reason: "changed-meanwhile" } };
  const body = { ...text, name: "Films", asRead: read, onVersion: 1 };
  expect(await app.refusal(saveDraft, { as: colleague, params, body })).toMatchObject(changed);
  const unseen = { as: colleague, params, body: { asRead: read } };
  expect(await app.refusal(publishDraft, unseen)).toMatchObject(changed);
});

test("COMPANY-8 a draft that was begun on an earlier version is not saved over a newer one unasked", async () => {
  const params = await addDraft();
  await publish(params);
  await publishNext(params, "<p>Films too.</p>");
  const late = { ...text, name: "Begun on version 1", ...NEXT };
  expect(await app.refusal(saveDraft, { as: colleague, params, body: late })).toMatchObject({
    status: 409,
    details: { reason: "changed-meanwhile", draft: null, version: 2 },
  });
  await app.request(saveDraft, { as: colleague, params, body: { ...late, onVersion: 2 } });
});

test("COMPANY-8 two editors who make different documents the general terms at once both succeed, one after the other", async () => {
  await publish(await addDraft({ isGeneralTerms: true }));
  const rivals = await Promise.all(Array.from({ length: 6 }, () => addDraft({ isGeneralTerms: true })));
  const published = await Promise.all(rivals.map((params) => publish(params)));
  expect(published.map(({ isGeneralTerms }) => isGeneralTerms)).not.toContain(false);
  const listed = await app.request(listManagedGeneralDocuments, { as: editor });
  expect(listed.filter((one) => one.isGeneralTerms)).toHaveLength(1);
});

test.each(["list", "get", "import", "Terms", "a b", "terms/now", "-x"])(
  "COMPANY-8 the address '%s' is refused",
  async (generalDocumentId) => {
    const refusal = await app.refusal(addGeneralDocument, {
      as: editor,
      body: { ...text, generalDocumentId },
    });
    expect(refusal).toMatchObject({ status: 400, details: { issues: [{ path: "/generalDocumentId" }] } });
  },
);

test("COMPANY-8 an address that another document has is refused, and so is a text without words", async () => {
  const { id: generalDocumentId } = await addDraft();
  const again = { as: editor, body: { ...text, generalDocumentId } };
  const taken = { status: 409, details: { reason: "taken-address" } };
  expect(await app.refusal(addGeneralDocument, again)).toMatchObject(taken);
  await publish({ id: generalDocumentId });
  expect(await app.refusal(addGeneralDocument, again), "of a published document").toMatchObject(taken);
  const empty = { ...text, generalDocumentId: unique("empty"), richText: "<p> &nbsp;</p><script>x</script>" };
  expect((await app.refusal(addGeneralDocument, { as: editor, body: empty })).status).toBe(400);
});

test("COMPANY-8 a retired document is read but not signed, until it is brought back", async () => {
  const params = await addDraft();
  const retire = (isRetired: boolean) =>
    app.request(retireGeneralDocument, { as: editor, params, body: { isRetired } });
  expect(
    await app.refusal(retireGeneralDocument, { as: editor, params, body: { isRetired: true } }),
  ).toMatchObject({ details: { reason: "never-published" } });
  await publish(params);
  expect(await retire(true)).toMatchObject({ status: "RETIRED" });
  await retire(true);
  expect(await app.request(getGeneralDocument, { params })).toMatchObject({ isRetired: true });
  const refused = { status: 409, details: { reason: "retired" } };
  const signer = await makePerson(app.db);
  expect(
    await app.refusal(signGeneralDocument, { as: signer, body: signingBody(signer, params.id) }),
  ).toMatchObject(refused);
  const body = visitorBody(params.id);
  expect(await app.refusal(signGeneralDocumentAsVisitor, { body })).toMatchObject(refused);
  await app.request(requestSigningCode, { body: { documentId: params.id, email: body.email } });
  await retire(false);
  await app.request(signGeneralDocumentAsVisitor, { body });
  expect(await actionsOn(params.id)).toEqual([
    "agreement.draft",
    "agreement.publish",
    "agreement.retire",
    "agreement.restore",
  ]);
});

test("COMPANY-8 VIEW-4 publishing another document as the general terms replaces them, and they are never retired", async () => {
  const before = await addDraft({ isGeneralTerms: true });
  await publish(before);
  expect((await app.request(getGeneralTerms, {})).generalDocumentId).toBe(before.id);
  const after = await addDraft({ isGeneralTerms: true });
  expect((await app.request(getGeneralTerms, {})).generalDocumentId, "a draft is not").toBe(before.id);
  await publish(after);
  expect((await app.request(getGeneralTerms, {})).generalDocumentId).toBe(after.id);
  expect(
    await app.refusal(retireGeneralDocument, { as: editor, params: after, body: { isRetired: true } }),
  ).toMatchObject({ status: 409, details: { reason: "general-terms" } });
  const listed = await app.request(listManagedGeneralDocuments, { as: editor });
  expect(listed.filter((one) => one.isGeneralTerms).map((one) => one.generalDocumentId)).toEqual([after.id]);
});

test("COMPANY-8 the list shows who signed which version and whether their address was confirmed", async () => {
  const { writer, documentId: id } = await makeSigning(app);
  const body = visitorBody(id);
  await app.request(signGeneralDocumentAsVisitor, { body });
  await publishText(app.db, id, { name: "Privacy", richText: "<p>Newer</p>" });
  await app.request(signGeneralDocument, { as: writer, body: signingBody(writer, id) });
  const query = { generalDocumentId: id };
  const [second, first, ...more] = await app.request(listSignatures, { as: editor, query });
  expect(more).toEqual([]);
  expect(second).toMatchObject({
    userEmail: writer.email,
    organizationName: "Harbour Coffee Roasters",
    version: 2,
    address: "account",
    hasSignedNewest: true,
  });
  expect(first).toMatchObject({
    userEmail: body.email,
    version: 1,
    address: "unconfirmed",
    emailConfirmedAt: null,
    hasSignedNewest: false,
    askedAt: null,
  });
  const found = await app.request(listSignatures, { as: editor, query: { ...query, q: "not confirmed" } });
  expect(found.map((one) => one.userEmail)).toEqual([body.email]);
  await untilMailed(app, writer.email);
  const { s3uri } = await app.request(getSignature, {
    as: editor,
    params: { id: second?.signedGeneralDocumentId ?? "" },
  });
  expect((await readPdfAt(app, s3uri ?? "")).text).toContain("Newer");
});

test("COMPANY-8 selected signers of an earlier version get one request per version, and those of the newest none", async () => {
  const { id } = await addDraft();
  await publish({ id });
  const emails = ["ann", "ben", "cas"].map((name) => `${unique(name)}@example.test`);
  const signAs = (email: string) =>
    app.request(signGeneralDocumentAsVisitor, { body: visitorBody(id, email) });
  for (const email of emails) await signAs(email);
  for (const email of emails) await untilMailed(app, email);
  const idOf = async (email: string) => {
    const rows = await app.request(listSignatures, { as: editor, query: { generalDocumentId: id } });
    return rows.findLast((one) => one.userEmail === email)?.signedGeneralDocumentId ?? "";
  };
  const [ann = "", ben = "", cas = ""] = emails;
  expect(await ask({ id }, { version: 1, of: { all: true } }), "all have signed it").toEqual({ asked: 0 });
  await publishNext({ id }, "<p>Films too.</p>");
  await signAs(cas);

  const chosen = { version: 2, of: { signedGeneralDocumentIds: [await idOf(ann), await idOf(cas)] } };
  const twice = await Promise.all([ask({ id }, chosen), ask({ id }, chosen)]);
  expect(twice.map(({ asked }) => asked).toSorted()).toEqual([0, 1]);
  expect(await ask({ id }, { version: 2, of: { all: true } })).toEqual({ asked: 1 });
  const asks = and(
    eq(mails.event, `agreement.ask:${id}:2`),
    like(mails.subject, "Please sign the new version%"),
  );
  const asked = async () => (await app.db.select().from(mails).where(asks)).map((mail) => mail.recipient);
  const run = () => mailSigningRequests.run(app.deps, { generalDocumentId: id, version: 2 });
  await Promise.all([run(), run(), run()]);
  expect((await asked()).toSorted()).toEqual([ann, ben]);
  const [mail] = await app.db
    .select()
    .from(mails)
    .where(and(asks, eq(mails.recipient, ann)));
  expect(mail?.text).toContain("you signed version 1 of “Photo release”");
  expect(mail?.text).toContain(`/general-document/${id}`);

  const rows = await app.request(listSignatures, { as: editor, query: { generalDocumentId: id } });
  expect(
    rows
      .filter((one) => one.askedAt !== null)
      .map((one) => one.userEmail)
      .toSorted(),
  ).toEqual([ann, ben]);
  expect(await actionsOn(id)).toEqual([
    "agreement.draft",
    "agreement.publish",
    "agreement.draft",
    "agreement.publish",
    "agreement.ask",
    "agreement.ask",
  ]);

  await publishNext({ id }, "<p>Music too.</p>");
  const late = { as: editor, params: { id }, body: { version: 2, of: { all: true as const } } };
  expect(await app.refusal(requestNewSignatures, late)).toMatchObject({
    status: 409,
    details: { reason: "changed-meanwhile" },
  });
  expect(await ask({ id }, { version: 3, of: { all: true } }), "a newer version is requested again").toEqual({
    asked: 3,
  });
});

test("COMPANY-8 a signature of another document answers like one that does not exist", async () => {
  const { writer, documentId: other } = await makeSigning(app);
  const { signedGeneralDocumentId } = await app.request(signGeneralDocument, {
    as: writer,
    body: signingBody(writer, other),
  });
  const { id } = await addDraft();
  await publish({ id });
  const refused = (one: string) =>
    app.refusal(requestNewSignatures, {
      as: editor,
      params: { id },
      body: { version: 1, of: { signedGeneralDocumentIds: [one] } },
    });
  expect(await refused(signedGeneralDocumentId)).toEqual(await refused("no-such-signature"));
});

test("COMPANY-8 returning to an earlier text requests no signature from people who have signed it", async () => {
  const { id } = await addDraft();
  await publish({ id });
  const body = visitorBody(id);
  await app.request(signGeneralDocumentAsVisitor, { body });
  await publishNext({ id }, "<p>Another text.</p>");
  await publishNext({ id }, text.richText);
  expect(await ask({ id }, { version: 3, of: { all: true } })).toEqual({ asked: 0 });
});
