import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  publishDraft,
  requestNewSignatures,
  retireGeneralDocument,
  saveDraft,
} from "#contract/admin/agreements.ts";
import { confirmSignature, signGeneralDocument, signGeneralDocumentAsVisitor } from "#contract/agreements.ts";
import { mailSigningRequests } from "#server/agreements/mail-signing-requests.job.ts";
import { signatureConfirmations, signingRequests } from "#server/schema/agreements.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { mails } from "#server/schema/mail.ts";
import { makeAdmin, publishText } from "#tests/support/factories.ts";
import { mailedLinkIn } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeSigning, signaturesOf, signingBody, untilMailed, visitorBody } from "#tests/support/signing.ts";

const app = await startTestApp();

const confirm = (token: string) => app.request(confirmSignature, { body: { token } });
const refuse = (token: string) => app.refusal(confirmSignature, { body: { token } });

/** A visitor's signature, and the link in the mail with the copy. */
async function signAsVisitor() {
  const { documentId } = await makeSigning(app);
  const visitor = visitorBody(documentId);
  await app.request(signGeneralDocumentAsVisitor, { body: visitor });
  const link = await mailedLinkIn(app.deps.env.dataDir, visitor.email);
  return { visitor, documentId, link, token: link.split("#")[1] ?? "" };
}

test("SIGN-8 a visitor confirms their address by the link in the mail, and the record says when", async () => {
  const { visitor, documentId, link, token } = await signAsVisitor();
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/confirm-signature#[\w-]{43}$/);
  const [before] = await signaturesOf(app, documentId);
  expect(before?.emailConfirmedAt).toBeNull();
  // Like a program that opens every link of a mail.
  await app.rawRequest(`GET ${new URL(link).pathname}`);
  expect((await signaturesOf(app, documentId))[0]?.emailConfirmedAt).toBeNull();

  const confirmed = await confirm(token);
  expect(confirmed.userEmail).toBe(visitor.email);
  const [after] = await signaturesOf(app, documentId);
  expect(after?.emailConfirmedAt?.toISOString()).toBe(confirmed.emailConfirmedAt);
  expect({ ...after, emailConfirmedAt: null }).toEqual(before);
  expect(await confirm(token), "opening it twice is fine").toEqual(confirmed);
  const audits = await app.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, after?.signedGeneralDocumentId ?? ""));
  expect(audits.filter((one) => one.action === "agreement.confirm")).toHaveLength(1);
});

test("SIGN-8 of many presses at once one is noted", async () => {
  const { documentId, token } = await signAsVisitor();
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)));
  expect(new Set(answers.map((one) => one.emailConfirmedAt)).size).toBe(1);
  const [signature] = await signaturesOf(app, documentId);
  const audits = await app.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, signature?.signedGeneralDocumentId ?? ""));
  expect(audits.filter((one) => one.action === "agreement.confirm")).toHaveLength(1);
});

test("API-2 an expired link answers like an unknown one, and its form is not stored", async () => {
  const { documentId, token } = await signAsVisitor();
  const kept = async () =>
    JSON.stringify([await app.db.select().from(signatureConfirmations), await app.db.select().from(mails)]);
  await expect.poll(kept).not.toContain(token);
  const unknown = await refuse("no-such-token-but-as-long-as-one-of-ours");
  expect(unknown.status).toBe(404);
  const [signature] = await signaturesOf(app, documentId);
  await app.db
    .update(signatureConfirmations)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(signatureConfirmations.signedGeneralDocumentId, signature?.signedGeneralDocumentId ?? ""));
  expect(await refuse(token)).toEqual(unknown);
  expect((await signaturesOf(app, documentId))[0]?.emailConfirmedAt).toBeNull();
  expect((await refuse("short")).status).toBe(400);
});

test("SIGN-8 a signed-in person need not confirm", async () => {
  const { writer, documentId } = await makeSigning(app);
  await app.request(signGeneralDocument, { as: writer, body: signingBody(writer, documentId) });
  expect((await untilMailed(app, writer.email)).text).not.toContain("confirm");
});

test.each(["retired", "published again"])(
  "COMPANY-8 a request to sign a text that was %s before the mail is not mailed, and can be repeated",
  async (fate) => {
    const { documentId, visitor } = await signAsVisitor();
    const [signature] = await signaturesOf(app, documentId);
    const signedGeneralDocumentId = signature?.signedGeneralDocumentId ?? "";
    await publishText(app.db, documentId, { richText: "<p>Films too.</p>" });
    const asked = { generalDocumentId: documentId, version: 2 };
    // As if the job had not begun.
    const unmailed = { ...asked, email: visitor.email, signedGeneralDocumentId, askedAt: new Date() };
    await app.db.insert(signingRequests).values(unmailed);

    const as = await makeAdmin(app.db, "editor");
    const params = { id: documentId };
    const retire = (isRetired: boolean) =>
      app.request(retireGeneralDocument, { as, params, body: { isRetired } });
    if (fate === "retired") await retire(true);
    else {
      const text = { name: "Release", richText: "<p>Music too.</p>", signatureType: "ACKNOWLEDGE" } as const;
      const body = { ...text, isGeneralTerms: false, asRead: null, onVersion: 2 };
      const { draft } = await app.request(saveDraft, { as, params, body });
      await app.request(publishDraft, { as, params, body: { asRead: draft?.revision ?? 0 } });
    }
    await mailSigningRequests.run(app.deps, asked);
    const isAsk = eq(mails.event, `agreement.ask:${documentId}:2`);
    expect(await app.db.select().from(mails).where(isAsk)).toEqual([]);
    if (fate === "retired") await retire(false);
    const again = { version: fate === "retired" ? 2 : 3, of: { all: true as const } };
    expect(await app.request(requestNewSignatures, { as, params, body: again })).toEqual({ asked: 1 });
  },
);

test("COMPANY-8 a person who signed as a visitor can sign for their organization later, without a request for the visitor's signature", async () => {
  const { writer, documentId } = await makeSigning(app);
  await app.request(signGeneralDocumentAsVisitor, { body: visitorBody(documentId, writer.email) });
  await publishText(app.db, documentId, { richText: "<p>Films too.</p>" });
  const as = await makeAdmin(app.db, "editor");
  const asking = { as, params: { id: documentId }, body: { version: 2, of: { all: true as const } } };
  await app.request(signGeneralDocument, { as: writer, body: signingBody(writer, documentId) });
  expect(await app.request(requestNewSignatures, asking)).toEqual({ asked: 0 });
  await app.request(signGeneralDocumentAsVisitor, { body: visitorBody(documentId) });
  expect(await app.request(requestNewSignatures, asking)).toEqual({ asked: 0 });
});
