import { eq, like } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  requestSigningCode,
  signGeneralDocument,
  signGeneralDocumentAsVisitor,
} from "#contract/agreements.ts";
import { generalDocuments, signingCodes } from "#server/schema/agreements.ts";
import { mails } from "#server/schema/mail.ts";
import { rateLimits } from "#server/schema/requests.ts";
import { makeGeneralDocument, unique } from "#tests/support/factories.ts";
import { mailedCode, mailedText } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { pausedBefore } from "#tests/support/paused-before.ts";
import { makeSigning, signaturesOf, signingBody, visitorBody } from "#tests/support/signing.ts";

const app = await startTestApp({ SIGNING_CODE: "1" });
// All visitors of these tests share one network address.
beforeEach(() => app.db.delete(rateLimits).where(like(rateLimits.key, "sign% address %")));

type Body = ReturnType<typeof visitorBody> & {
  code?: string;
  signingCodeId?: string | null;
  contentHash?: string;
};
const sign = (body: Body) => app.request(signGeneralDocumentAsVisitor, { body });
const refuse = (body: Body) => app.refusal(signGeneralDocumentAsVisitor, { body });
/** The id of the code, as the asking browser sends it with the code. */
async function requestCode({ documentId, email }: Body) {
  const { isCodeNeeded, ...asked } = await app.request(requestSigningCode, { body: { documentId, email } });
  expect(isCodeNeeded).toBe(true);
  return asked;
}
const other = (code: string) => (code === "000000" ? "111111" : "000000");

test("SIGN-8 with SIGNING_CODE=1 a visitor's signature counts only with the code of their mail", async () => {
  const { documentId } = await makeSigning(app);
  const typed = visitorBody(documentId);
  expect(await refuse(typed)).toMatchObject({
    status: 400,
    details: {
      reason: "code-needed",
      issues: [{ path: "/code", message: "Please enter the code from our email" }],
    },
  });
  const visitor = { ...typed, ...(await requestCode(typed)) };
  const code = await mailedCode(app, visitor.email);
  expect(await refuse({ ...visitor, code: other(code) })).toMatchObject({
    status: 400,
    details: { reason: "wrong-code" },
  });
  expect(await signaturesOf(app, documentId)).toEqual([]);
  // As people paste it.
  await sign({ ...visitor, code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
  const [signature] = await signaturesOf(app, documentId);
  expect(signature?.emailConfirmedAt?.getTime()).toBeGreaterThanOrEqual(signature?.signedAt.getTime() ?? 0);
  expect((await refuse({ ...visitor, code })).status, "it works once").toBe(400);
});

test("a code is valid only for its document and address and for ten minutes, and is not stored", async () => {
  const { documentId } = await makeSigning(app);
  const { documentId: elsewhere } = await makeSigning(app);
  const typed = visitorBody(documentId);
  const visitor = { ...typed, ...(await requestCode(typed)) };
  const code = await mailedCode(app, visitor.email);
  expect((await refuse({ ...visitor, documentId: elsewhere, code })).status).toBe(400);
  expect((await refuse({ ...visitor, email: `${unique("eve")}@example.test`, code })).status).toBe(400);
  const isCleared = async () => {
    const [mail] = await app.db.select().from(mails).where(eq(mails.recipient, visitor.email));
    return mail?.text === "" && mail.html === "";
  };
  await expect.poll(isCleared).toBe(true);
  const isOfVisitor = eq(signingCodes.email, visitor.email.toLowerCase());
  const [kept] = await app.db.select().from(signingCodes).where(isOfVisitor);
  expect(JSON.stringify(kept)).not.toContain(code);
  await app.db
    .update(signingCodes)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(isOfVisitor);
  expect(await refuse({ ...visitor, code })).toMatchObject({ details: { reason: "wrong-code" } });
});

test("a code cannot be guessed: five tries void it, and a text that has changed does not use it up", async () => {
  const { documentId } = await makeSigning(app);
  const typed = visitorBody(documentId);
  const visitor = { ...typed, ...(await requestCode(typed)) };
  const code = await mailedCode(app, visitor.email);
  const stale = await refuse({ ...visitor, code, contentHash: "0".repeat(64) });
  expect(stale).toMatchObject({ status: 409, details: { reason: "content-changed" } });
  for (let turn = 0; turn < 4; turn++) await refuse({ ...visitor, code: other(code) });
  expect(await refuse({ ...visitor, code })).toMatchObject({ details: { reason: "wrong-code" } });
  expect(await signaturesOf(app, documentId)).toEqual([]);
});

test("FIELD-7 SIGN-8 a changed text is reported before a code is required, and no code is mailed for it", async () => {
  const { documentId } = await makeSigning(app);
  const typed = { ...visitorBody(documentId), contentHash: "0".repeat(64) };
  const changed = { status: 409, details: { reason: "content-changed" } };
  expect(await refuse(typed)).toMatchObject(changed);
  const { email, contentHash } = typed;
  const body = { documentId, email, contentHash };
  expect(await app.refusal(requestSigningCode, { body })).toMatchObject(changed);
  const isOfDocument = eq(signingCodes.generalDocumentId, documentId);
  expect(await app.db.select().from(signingCodes).where(isOfDocument)).toEqual([]);
  expect(await app.db.select().from(mails).where(eq(mails.recipient, email))).toEqual([]);
});

test("FIELD-7 SIGN-8 a missing organization's name is reported before a code is required", async () => {
  const { generalDocumentId } = await makeGeneralDocument(app.db, { signatureType: "ACKNOWLEDGE_NEW_ORG" });
  expect(await refuse(visitorBody(generalDocumentId))).toMatchObject({
    status: 400,
    details: { issues: [{ path: "/organizationName", message: "Please enter your organization name" }] },
  });
});

test("FIELD-7 SIGN-7 a visitor who verifies their email by a code sees their earlier signature, a stranger does not", async () => {
  const { documentId } = await makeSigning(app);
  const typed = visitorBody(documentId);
  const sign = async (changed: Partial<Body> = {}) => {
    const asked = await requestCode(typed);
    const code = await mailedCode(app, typed.email);
    return app.request(signGeneralDocumentAsVisitor, { body: { ...typed, ...changed, ...asked, code } });
  };
  // The next code is in the newest mail then.
  const untilCopied = () => expect.poll(() => mailedText(app, typed.email)).toContain("The signed copy");
  expect((await sign()).alreadySignedAt).toBeNull();
  await untilCopied();
  expect((await sign({ lastName: "Murray" })).alreadySignedAt, "another person").toBeNull();
  await untilCopied();
  const first = (await signaturesOf(app, documentId)).find((one) => one.userLastName === "Hopper");
  expect((await sign()).alreadySignedAt).toBe(first?.signedAt.toISOString());
  expect(await refuse(typed), "without the code").toMatchObject({ details: { reason: "code-needed" } });
});

test("SIGN-8 a stranger who requests codes for a signer's address, and guesses, voids neither the signer's code nor their attempts", async () => {
  const { documentId } = await makeSigning(app);
  const typed = visitorBody(documentId);
  const signer = { ...typed, ...(await requestCode(typed)) };
  const code = await mailedCode(app, typed.email);
  const stranger = { ...typed, ...(await requestCode(typed)) };
  for (let turn = 0; turn < 6; turn++) await refuse({ ...stranger, code: other(code) });
  expect(
    await refuse({ ...stranger, code }),
    "the code is of no use without the signer's browser",
  ).toMatchObject({ details: { reason: "wrong-code" } });
  await sign({ ...signer, code });
  expect(await signaturesOf(app, documentId)).toHaveLength(1);
});

test("guessing codes of many addresses from one network ends with 429", async () => {
  const { documentId } = await makeSigning(app);
  const guessed = { code: "123456", signingCodeId: "none" };
  const guess = async () => (await refuse({ ...visitorBody(documentId), ...guessed })).status;
  expect(await guess()).toBe(400);
  await app.db.update(rateLimits).set({ attempts: 199 }).where(like(rateLimits.key, "sign address %"));
  expect([await guess(), await guess()]).toEqual([400, 429]);
});

test("five codes an hour are mailed to an address, and none for a document that is not there", async () => {
  const { documentId } = await makeSigning(app);
  const visitor = visitorBody(documentId);
  const ask = async (body: Body) =>
    (
      await app.rawRequest("POST /api/signed-general-document/public/code", {
        body: { documentId: body.documentId, email: body.email },
      })
    ).status;
  const statuses: number[] = [];
  for (let turn = 0; turn < 6; turn++) statuses.push(await ask(visitor));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await ask(visitorBody("no-such-document"))).toBe(404);
  expect(
    await app.db.select().from(signingCodes).where(eq(signingCodes.generalDocumentId, documentId)),
  ).toHaveLength(5);
});

test("SIGN-8 of two signatures with one code at the same time, one is stored", async () => {
  const { documentId } = await makeSigning(app);
  const typed = visitorBody(documentId);
  const visitor = { ...typed, ...(await requestCode(typed)) };
  const code = await mailedCode(app, visitor.email);
  const answers = await pausedBefore(app, "general_documents", 2, () =>
    ["Hopper", "Murray"].map(async (lastName) => {
      const body = { ...visitor, lastName, code };
      const response = await app.rawRequest("POST /api/signed-general-document/public", { body });
      return { status: response.status, text: await response.text() };
    }),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(answers.find(({ status }) => status === 400)?.text).toContain("wrong-code");
  expect(await signaturesOf(app, documentId)).toHaveLength(1);
});

test("SIGN-3 no code is mailed for a retired document", async () => {
  const { documentId } = await makeSigning(app);
  const { email } = visitorBody(documentId);
  const isIt = eq(generalDocuments.generalDocumentId, documentId);
  await app.db.update(generalDocuments).set({ retiredAt: new Date() }).where(isIt);
  const refused = await app.refusal(requestSigningCode, { body: { documentId, email } });
  expect(refused).toMatchObject({ status: 409, details: { reason: "retired" } });
  expect(await app.db.select().from(mails).where(eq(mails.recipient, email))).toEqual([]);
});

test("SIGN-3 a signed-in person needs no code", async () => {
  const { writer, documentId } = await makeSigning(app);
  await app.request(signGeneralDocument, { as: writer, body: signingBody(writer, documentId) });
  expect(await signaturesOf(app, documentId)).toHaveLength(1);
});

/** Counts requests from other networks. */
async function seedRequests(email: string, attempts: number): Promise<void> {
  const windowEndsAt = new Date(Date.now() + 3_600_000);
  await app.db.insert(rateLimits).values({ key: `signing-code account ${email}`, attempts, windowEndsAt });
}

test("FIELD-3 codes requested from very many networks: few mails, and the signer uses the newest in any browser", async () => {
  const { documentId } = await makeSigning(app);
  const { documentId: other } = await makeSigning(app);
  const visitor = visitorBody(documentId);
  const email = visitor.email.toLowerCase();
  const sent = () => app.db.$count(mails, eq(mails.recipient, visitor.email));
  await seedRequests(email, 8);
  await requestCode(visitor);
  const long = await mailedCode(app, visitor.email);
  expect(long).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
  const unmailed = await requestCode(visitor);
  expect(unmailed.signingCodeId).toMatch(/^[\w-]{22}$/);
  expect(await sent()).toBe(1);
  // The code of one document does not do for another, so each has mails of its own.
  await requestCode({ ...visitor, documentId: other });
  expect(await sent()).toBe(2);

  expect((await refuse({ ...visitor, ...unmailed, code: "12345678" })).status).toBe(400);
  expect((await refuse({ ...visitor, documentId: other, code: long })).status, "of its document").toBe(400);
  expect((await refuse({ ...visitorBody(documentId), code: long })).status, "of its email").toBe(400);
  // In a browser that requested none of them.
  await sign({ ...visitor, code: ` ${long.toUpperCase().replaceAll("-", " ")}` });
  expect(await signaturesOf(app, documentId)).toHaveLength(1);
  expect((await refuse({ ...visitor, code: long })).status, "it works once").toBe(400);
});

test("FIELD-3 CARE-9 requests that mail nothing use up no mail of the signer", async () => {
  const { documentId } = await makeSigning(app);
  const visitor = visitorBody(documentId);
  const ask = (document: string) =>
    app.rawRequest("POST /api/signed-general-document/public/code", {
      body: { documentId: document, email: visitor.email },
    });
  for (let turn = 0; turn < 5; turn += 1) expect((await ask("no-such-document")).status).toBe(404);
  for (let turn = 0; turn < 30; turn += 1) expect((await ask(documentId)).status).toBe(429);
  const isOfEmail = like(rateLimits.key, `signing-code account ${visitor.email.toLowerCase()}`);
  expect(await app.db.select().from(rateLimits).where(isOfEmail)).toEqual([]);
});
