import { hash } from "node:crypto";
import { and, eq, like } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  listSignedGeneralDocuments,
  signGeneralDocument,
  signGeneralDocumentAsVisitor,
} from "#contract/agreements.ts";
import { files } from "#server/schema/files.ts";
import { mails } from "#server/schema/mail.ts";
import { rateLimits } from "#server/schema/requests.ts";
import { makeGeneralDocument, unique } from "#tests/support/factories.ts";
import { mailedText } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";
import { pausedBefore } from "#tests/support/paused-before.ts";
import {
  makeSigning,
  readPdfAt,
  signaturesOf,
  signingBody,
  untilMailed,
  visitorBody,
} from "#tests/support/signing.ts";

const app = await startTestApp();
// All visitors of these tests share one network address.
beforeEach(() => app.db.delete(rateLimits).where(like(rateLimits.key, "sign address %")));

type Visitor = ReturnType<typeof visitorBody> & {
  organizationName?: string | null;
  globalOrganizationIdentifier?: string;
};
const signAsVisitor = (body: Visitor) => app.request(signGeneralDocumentAsVisitor, { body });
const refuseVisitor = (body: Visitor) => app.refusal(signGeneralDocumentAsVisitor, { body });
const readCopy = (fileId: string | null | undefined) =>
  readPdfAt(app, app.deps.links.sign(fileId ?? "", new Date()));

test("API-1 SIGN-4 SIGN-8 the copy goes out by mail and belongs to no organization", async () => {
  const { documentId } = await makeSigning(app);
  const visitor = {
    ...visitorBody(documentId),
    organizationName: "  Harbour Coffee Roasters ",
    globalOrganizationIdentifier: "ABN 51 824 753 556",
  };
  expect(await signAsVisitor(visitor)).toEqual({
    documentId,
    userFirstName: "Grace",
    userLastName: "Hopper",
    userEmail: visitor.email,
    organizationName: "Harbour Coffee Roasters",
    alreadySignedAt: null,
  });
  const mail = await untilMailed(app, visitor.email);
  const [signature] = await signaturesOf(app, documentId);
  expect(signature).toMatchObject({ userProfileId: null, organizationId: null });
  expect(mail.attachmentFileId).toBe(signature?.fileId);
  const [file] = await app.db
    .select()
    .from(files)
    .where(eq(files.fileId, mail.attachmentFileId ?? ""));
  expect(file).toMatchObject({ organizationId: null, fileName: "Privacy & terms (signed).pdf" });
  const { text } = await readCopy(file?.fileId);
  expect(text).toContain(`Grace Hopper\n${visitor.email}`);
  expect(text).toContain("ABN 51 824 753 556");
});

test("API-5 SIGN-7 a repeated request is answered byte for byte like the first, and stored and mailed once", async () => {
  const { documentId } = await makeSigning(app);
  const visitor = visitorBody(documentId);
  const ask = async () => {
    const response = await app.rawRequest("POST /api/signed-general-document/public", { body: visitor });
    const { date: _time, "x-request-id": _id, ...headers } = Object.fromEntries(response.headers);
    return { status: response.status, headers, text: await response.text() };
  };
  const first = await ask();
  expect(first.status).toBe(200);
  expect(await ask()).toEqual(first);
  await untilMailed(app, visitor.email);
  expect(await ask()).toEqual(first);
  expect(await signaturesOf(app, documentId)).toHaveLength(1);
  await untilMailed(app, visitor.email);
});

const ABN = "51 824 753 556";
const OTHER_ABN = "53 004 085 616";

test.each([
  ["forgets their ABN the second time", ABN, null],
  ["adds their ABN the second time", null, ABN],
  ["writes their ABN in another way", ABN, "ABN 51824753556"],
])(
  "FIELD-7 SIGN-7 a visitor who %s is answered with the first signature, which stays as it is",
  async (_kind, first, second) => {
    const { documentId } = await makeSigning(app);
    const visitor = { ...visitorBody(documentId), organizationName: "Harbour" };
    const sign = (globalOrganizationIdentifier: string | null, changed: Partial<Visitor> = {}) =>
      signAsVisitor({
        ...visitor,
        ...(globalOrganizationIdentifier && { globalOrganizationIdentifier }),
        ...changed,
      });
    const receipt = await sign(first);
    const before = await signaturesOf(app, documentId);
    expect(await sign(second)).toEqual(receipt);
    await sign(second, { email: visitor.email.toUpperCase(), organizationName: "  harbour " });
    await untilMailed(app, visitor.email);
    await sign(second);
    expect(await signaturesOf(app, documentId)).toMatchObject([
      { ...before[0], fileId: expect.any(String), globalOrganizationIdentifier: first },
    ]);
    await untilMailed(app, visitor.email);
  },
);

test("FIELD-7 SIGN-7 another ABN is another organization: it signs for itself, once", async () => {
  const { documentId } = await makeSigning(app);
  const visitor = { ...visitorBody(documentId), organizationName: "Harbour" };
  const identifiers = [ABN, OTHER_ABN, OTHER_ABN.replaceAll(" ", ""), ABN];
  for (const globalOrganizationIdentifier of identifiers)
    await signAsVisitor({ ...visitor, globalOrganizationIdentifier });
  const kept = (await signaturesOf(app, documentId)).map((one) => one.globalOrganizationIdentifier);
  expect(kept.toSorted()).toEqual([ABN, OTHER_ABN]);
});

test("FIELD-7 SIGN-7 of a visitor's two signatures at once, with and without the ABN, one is stored and answered to both", async () => {
  const { documentId } = await makeSigning(app);
  const visitor = visitorBody(documentId);
  const answers = await pausedBefore(app, "general_documents", 2, () =>
    [{ ...visitor, globalOrganizationIdentifier: ABN }, visitor].map(async (body) => {
      const response = await app.rawRequest("POST /api/signed-general-document/public", { body });
      return { status: response.status, text: await response.text() };
    }),
  );
  expect(answers[0]?.status).toBe(200);
  expect(answers[1]).toEqual(answers[0]);
  expect(await signaturesOf(app, documentId)).toHaveLength(1);
  await untilMailed(app, visitor.email);
});

test("FIELD-7 SIGN-7 a signature from before ABNs were left out is found again", async () => {
  const { documentId } = await makeSigning(app);
  const visitor = { ...visitorBody(documentId), globalOrganizationIdentifier: ABN };
  await signAsVisitor(visitor);
  await untilMailed(app, visitor.email);
  const typed = [visitor.email, "grace", "hopper", null, ABN];
  const signerHash = hash("sha256", JSON.stringify(["visitor", ...typed]));
  const isSigned = "general_document_id = $1";
  await asIntruder(app, `update signed_general_documents set signer_hash = $2 where ${isSigned}`, [
    documentId,
    signerHash,
  ]);
  await signAsVisitor(visitor);
  expect(await signaturesOf(app, documentId)).toHaveLength(1);
});

test("SIGN-8 signing again after an hour mails the copy again, once", async () => {
  const { documentId } = await makeSigning(app);
  const visitor = visitorBody(documentId);
  await signAsVisitor(visitor);
  await untilMailed(app, visitor.email);
  const isSigned = "general_document_id = $1";
  await asIntruder(
    app,
    `update signed_general_documents set signed_at = signed_at - interval '2 hours' where ${isSigned}`,
    [documentId],
  );
  await signAsVisitor(visitor);
  await signAsVisitor(visitor);
  const again = await app.db
    .select()
    .from(mails)
    .where(and(eq(mails.recipient, visitor.email), like(mails.event, "agreement.again:%")));
  expect(again.length, "two at most, when the hour ends in between").toBeOneOf([1, 2]);
  expect(again[0]?.attachmentFileId).not.toBeNull();
  expect(await signaturesOf(app, documentId)).toHaveLength(1);
});

test("SIGN-7 a signature does not block another person's, a correction counts", async () => {
  const { writer, documentId } = await makeSigning(app);
  await app.request(signGeneralDocument, { as: writer, body: signingBody(writer, documentId) });
  const visitor = visitorBody(documentId, writer.email);
  await signAsVisitor({ ...visitor, firstName: "Wren", lastName: "Alder" });
  await signAsVisitor({ ...visitor, firstName: "Wren", lastName: "Alder", organizationName: "Harbour" });
  await signAsVisitor({
    ...visitor,
    email: writer.email.toUpperCase(),
    firstName: "WREN",
    lastName: "alder",
  });
  expect(await signaturesOf(app, documentId)).toHaveLength(3);
  const listed = await app.request(listSignedGeneralDocuments, { as: writer });
  expect(
    listed.map((one) => one.organizationName),
    "a name alone puts nothing into an organization's list",
  ).toEqual(["Harbour Coffee Roasters"]);
});

test("SIGN-4 SIGN-5 the organization's name is required only where new organizations are greeted", async () => {
  const { generalDocumentId } = await makeGeneralDocument(app.db, { signatureType: "ACKNOWLEDGE_NEW_ORG" });
  for (const organizationName of [undefined, null, "", "   "]) {
    const asked = {
      ...visitorBody(generalDocumentId),
      ...(organizationName !== undefined && { organizationName }),
    };
    expect(await refuseVisitor(asked)).toMatchObject({
      status: 400,
      details: { issues: [{ path: "/organizationName", message: "Please enter your organization name" }] },
    });
  }
  await signAsVisitor({ ...visitorBody(generalDocumentId), organizationName: "Blue Wren Bakery" });
  expect(await signaturesOf(app, generalDocumentId)).toHaveLength(1);
});

test.each([
  ["firstName", undefined, "Please enter your first name"],
  ["firstName", "  ", "Please enter your first name"],
  ["lastName", "", "Please enter your last name"],
  ["email", "", "Please enter your email"],
  ["email", undefined, "Please enter your email"],
  ["email", "grace", "Please enter a valid email"],
  [
    "globalOrganizationIdentifier",
    "51 824 753 557",
    "This isn't a valid ABN: its 11 digits don't fit together.",
  ],
  [
    "globalOrganizationIdentifier",
    "ACN 004 085 617",
    "This isn't a valid ACN: its 9 digits don't fit together.",
  ],
])("SIGN-5 %s '%s' is pointed out: %s", async (field, value, message) => {
  const { documentId } = await makeSigning(app);
  const body = { ...visitorBody(documentId), [field]: value };
  const response = await app.rawRequest("POST /api/signed-general-document/public", { body });
  expect(response.status).toBe(400);
  const { error } = await response.json();
  expect(error.details.issues).toMatchObject([
    { path: `/${field}`, message: expect.stringContaining(message) },
  ]);
});

test("API-2 a missing document cannot be signed, and odd names do not break the copy", async () => {
  const { documentId } = await makeSigning(app);
  expect((await refuseVisitor(visitorBody("no-such-document"))).status).toBe(404);
  const visitor = {
    ...visitorBody(documentId),
    lastName: "</style><script>alert(1)</script> Ω 木",
    organizationName: "Prize.example",
  };
  await signAsVisitor(visitor);
  const { attachmentFileId } = await untilMailed(app, visitor.email);
  const copy = await readCopy(attachmentFileId);
  expect(copy.text).toContain("</style><script>alert(1)</script>");
  // CARE-9: a mail program would make a link of it.
  expect(copy.text).toContain("Prize.example");
  expect(await mailedText(app, visitor.email)).not.toContain("Prize.example");
});

test("five signatures an hour are accepted for an email from a network, two hundred from the network", async () => {
  const { documentId } = await makeSigning(app);
  const email = `${unique("grace")}@example.test`;
  const statusOf = async (body: Visitor) =>
    (await app.rawRequest("POST /api/signed-general-document/public", { body })).status;
  const statuses: number[] = [];
  for (let turn = 0; turn < 7; turn++) {
    statuses.push(await statusOf({ ...visitorBody(documentId, email), lastName: `Hopper ${turn}` }));
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(await statusOf(visitorBody(documentId, email.toUpperCase()))).toBe(429);

  await app.db.update(rateLimits).set({ attempts: 200 }).where(like(rateLimits.key, "sign address %"));
  expect(await statusOf(visitorBody(documentId))).toBe(429);
});
