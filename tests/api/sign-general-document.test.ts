import { and, eq, like, sql } from "drizzle-orm";
import { extractText, getDocumentProxy, getMeta } from "unpdf";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  getGeneralDocument,
  listSignedGeneralDocuments,
  signGeneralDocument,
  signGeneralDocumentAsVisitor,
} from "#contract/agreements.ts";
import { renderSignedCopy } from "#server/agreements/render-signed-copy.job.ts";
import { generalDocuments, signedGeneralDocuments, signedVersions } from "#server/agreements/tables.ts";
import { auditEvents } from "#server/audit/tables.ts";
import { files } from "#server/files/tables.ts";
import { rateLimits } from "#server/identity/tables.ts";
import { mails } from "#server/mail/tables.ts";
import { organizationPermissions } from "#server/permissions/tables.ts";
import {
  makeGeneralDocument,
  makeOrganization,
  makePermission,
  makePerson,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
// All visitors of these tests come from one address.
beforeEach(() => app.db.delete(rateLimits).where(like(rateLimits.key, "sign address %")));

const TEXT = "<p>What you <em>promise</em>.</p><h3>For how long</h3><p>For three years.</p>";

async function setUp() {
  const organization = await makeOrganization(app.db, { organizationName: "Harbour Coffee Roasters" });
  const writer = await makePerson(app.db, {
    organization,
    profile: { firstName: "Wren", lastName: "Alder" },
  });
  const document = await makeGeneralDocument(app.db, { name: "Privacy & <terms>", richText: TEXT });
  return { organization, writer, documentId: document.generalDocumentId };
}

const bodyOf = (as: TestPerson, documentId: string) => ({
  userId: as.userProfileId,
  organizationId: as.organizationId,
  documentId,
});
const sign = (as: TestPerson, documentId: string) =>
  app.request(signGeneralDocument, { as, body: bodyOf(as, documentId) });

const visitorOf = (documentId: string, email = `${unique("grace")}@example.test`) => ({
  documentId,
  email,
  firstName: "Grace",
  lastName: "Hopper",
});
type Visitor = ReturnType<typeof visitorOf> & {
  organizationName?: string | null;
  globalOrganizationIdentifier?: string;
  contentHash?: string;
};
const signAsVisitor = (body: Visitor) => app.request(signGeneralDocumentAsVisitor, { body });
const refuseVisitor = (body: Visitor) => app.refusal(signGeneralDocumentAsVisitor, { body });

const signaturesOf = (documentId: string) =>
  app.db
    .select()
    .from(signedGeneralDocuments)
    .where(eq(signedGeneralDocuments.generalDocumentId, documentId));

async function untilMailed(email: string) {
  const mailed = () => app.db.select().from(mails).where(eq(mails.recipient, email));
  await expect.poll(async () => (await mailed()).length, { timeout: 25_000, interval: 50 }).toBe(1);
  const [mail] = await mailed();
  if (!mail) throw new Error("There is no mail.");
  return mail;
}

async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf, { mergePages: true });
  return { text, title: (await getMeta(pdf)).info.Title as string };
}

async function readCopy(fileId: string) {
  const response = await app.rawRequest(`GET ${app.deps.links.sign(fileId, new Date())}`);
  expect(response.status).toBe(200);
  return readPdf(new Uint8Array(await response.arrayBuffer()));
}

describe("signed in", () => {
  test("API-1 SIGN-8 a writer signs: the text, the words and the evidence are kept, the copy is listed and mailed", async () => {
    const { organization, writer, documentId } = await setUp();
    const { contentHash } = await app.request(getGeneralDocument, { params: { id: documentId } });
    const signed = await app.request(signGeneralDocument, {
      as: writer,
      body: { ...bodyOf(writer, documentId), contentHash },
    });
    expect(signed).toMatchObject({
      documentId,
      userFirstName: "Wren",
      userLastName: "Alder",
      userEmail: writer.email,
      organizationName: "Harbour Coffee Roasters",
      s3uri: null,
    });

    const [row] = await signaturesOf(documentId);
    expect(row).toMatchObject({
      contentHash,
      userProfileId: writer.userProfileId,
      organizationId: organization.organizationId,
      ipAddress: "127.0.0.1",
      declaration: expect.stringContaining("on behalf of Harbour Coffee Roasters"),
    });
    const versions = await app.db
      .select()
      .from(signedVersions)
      .where(eq(signedVersions.contentHash, contentHash));
    expect(versions).toEqual([
      { contentHash, generalDocumentId: documentId, name: "Privacy & <terms>", richText: TEXT },
    ]);

    const mail = await untilMailed(writer.email);
    expect(mail).toMatchObject({ subject: "Your signed copy of Privacy & <terms>" });
    expect(mail.html).toContain("Privacy &amp; &lt;terms&gt;");
    const [listed] = await app.request(listSignedGeneralDocuments, { as: writer });
    const response = await app.rawRequest(`GET ${listed?.s3uri}`);
    const { text, title } = await readPdf(new Uint8Array(await response.arrayBuffer()));
    expect(title).toBe("Privacy & <terms>");
    expect(text).toContain("For three years.");
    expect(text).toContain(`Wren Alder (${writer.email})`);
    expect(text).toContain("on behalf of Harbour Coffee Roasters");
    expect(text.replaceAll(/\s/g, "")).toContain(contentHash);
    const audits = await app.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, signed.signedGeneralDocumentId));
    expect(audits.map((one) => one.action).toSorted()).toEqual(["agreement.copy", "agreement.sign"]);
  });

  test("SIGN-7 signing again tells the same person who signed and when, and keeps one signature", async () => {
    const { organization, writer, documentId } = await setUp();
    const signed = await sign(writer, documentId);
    expect(await app.refusal(signGeneralDocument, { as: writer, body: bodyOf(writer, documentId) })).toEqual({
      status: 409,
      code: "conflict",
      message: `Wren Alder (${writer.email}) has already signed this document on behalf of Harbour Coffee Roasters.`,
      details: {
        reason: "already-signed",
        userName: "Wren Alder",
        userEmail: writer.email,
        organizationName: "Harbour Coffee Roasters",
        signedAt: signed.signedAt,
      },
    });
    expect(await signaturesOf(documentId)).toHaveLength(1);
    const colleague = await makePerson(app.db, { organization });
    await sign(colleague, documentId);
    expect(await signaturesOf(documentId), "each person signs for themselves").toHaveLength(2);
  });

  test("SIGN-7 of twenty at once one is kept, with one copy and one mail", async () => {
    const { writer, documentId } = await setUp();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.rawRequest("POST /api/signed-general-document/user", {
          as: writer,
          body: bodyOf(writer, documentId),
        }),
      ),
    );
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    const [signature, ...more] = await signaturesOf(documentId);
    expect(more).toEqual([]);
    await untilMailed(writer.email);
    const { signedGeneralDocumentId } = signature ?? {};
    const run = () =>
      renderSignedCopy.run(app.deps, { signedGeneralDocumentId: signedGeneralDocumentId ?? "" });
    await Promise.all([run(), run(), run()]);
    await untilMailed(writer.email);
    const kept = await app.db.select().from(files).where(eq(files.organizationId, writer.organizationId));
    expect(kept).toHaveLength(1);
  });

  test("a changed text is signed anew, the old signature keeps what it signed, and nobody signs what they did not read", async () => {
    const { writer, documentId } = await setUp();
    const read = await app.request(getGeneralDocument, { params: { id: documentId } });
    await sign(writer, documentId);
    await app.db
      .update(generalDocuments)
      .set({ richText: "<p>Another text.</p>", updatedAt: new Date() })
      .where(eq(generalDocuments.generalDocumentId, documentId));
    const body = { ...bodyOf(writer, documentId), contentHash: read.contentHash };
    expect(await app.refusal(signGeneralDocument, { as: writer, body })).toMatchObject({
      status: 409,
      details: { reason: "content-changed" },
    });
    expect(await refuseVisitor({ ...visitorOf(documentId), contentHash: read.contentHash })).toMatchObject({
      status: 409,
      details: { reason: "content-changed" },
    });
    await sign(writer, documentId);
    const versions = await app.db
      .select({ richText: signedVersions.richText })
      .from(signedGeneralDocuments)
      .innerJoin(signedVersions, eq(signedVersions.contentHash, signedGeneralDocuments.contentHash))
      .where(eq(signedGeneralDocuments.generalDocumentId, documentId))
      .orderBy(signedGeneralDocuments.signedAt);
    expect(versions.map((one) => one.richText)).toEqual([TEXT, "<p>Another text.</p>"]);
  });

  test("SIGN-7 a signature that came with the company's data counts, as long as the text is the same", async () => {
    const { writer, documentId } = await setUp();
    const brought = {
      generalDocumentId: documentId,
      userProfileId: writer.userProfileId,
      userFirstName: "Wren",
      userLastName: "Alder",
      userEmail: writer.email,
      organizationId: writer.organizationId,
      organizationName: "Harbour Coffee Roasters",
    };
    const before = new Date(Date.now() - 60_000);
    await app.db
      .insert(signedGeneralDocuments)
      .values({ ...brought, signedGeneralDocumentId: unique("signed"), signedAt: before });
    await sign(writer, documentId);
    const { documentId: other } = await setUp();
    await app.db.insert(signedGeneralDocuments).values({
      ...brought,
      generalDocumentId: other,
      signedGeneralDocumentId: unique("signed"),
      signedAt: new Date(Date.now() + 60_000),
    });
    expect(await app.refusal(signGeneralDocument, { as: writer, body: bodyOf(writer, other) })).toMatchObject(
      { status: 409, details: { reason: "already-signed" } },
    );
  });
});

describe("for whom somebody signs", () => {
  test("API-5 SIGN-3 only for an organization that they write for, and only as themselves", async () => {
    const { organization, writer, documentId } = await setUp();
    const other = await makePerson(app.db);
    const refused = (body: Partial<ReturnType<typeof bodyOf>>) =>
      app.refusal(signGeneralDocument, { as: writer, body: { ...bodyOf(writer, documentId), ...body } });
    const unknown = await refused({ organizationId: "no-such-organization" });
    expect(unknown.status).toBe(404);
    expect(await refused({ organizationId: other.organizationId })).toEqual(unknown);
    const nobody = await refused({ userId: "no-such-user" });
    expect(nobody.status).toBe(404);
    expect(await refused({ userId: other.userProfileId })).toEqual(nobody);
    expect((await refused({ documentId: "no-such-document" })).status).toBe(404);

    const reader = await makePerson(app.db, { organization, permission: "read" });
    expect(
      await app.refusal(signGeneralDocument, { as: reader, body: bodyOf(reader, documentId) }),
    ).toMatchObject({ status: 403, details: { reason: "read-only" } });
    expect(await signaturesOf(documentId)).toEqual([]);
  });

  test("SIGN-3 also for another organization than the active one, and for one that is not active yet", async () => {
    const { writer, documentId } = await setUp();
    const { organizationId } = await makeOrganization(app.db, { status: "INACTIVE" });
    await makePermission(app.db, { userId: writer.userProfileId, organizationId, permissionType: "write" });
    const body = { ...bodyOf(writer, documentId), organizationId };
    expect((await app.request(signGeneralDocument, { as: writer, body })).organizationName).toBe(
      organizationId,
    );
    await sign(writer, documentId);
    expect(await signaturesOf(documentId)).toHaveLength(2);
  });

  test("SIGN-3 for none, when they write for none; a writer says for which", async () => {
    const { organization, writer, documentId } = await setUp();
    const alone = await makePerson(app.db, { organization: null });
    const reader = await makePerson(app.db, { organization, permission: "read" });
    for (const as of [alone, reader]) {
      const body = { userId: as.userProfileId, documentId };
      const signed = await app.request(signGeneralDocument, { as, body });
      expect(signed.organizationName).toBeNull();
      expect(await app.refusal(signGeneralDocument, { as, body })).toMatchObject({
        status: 409,
        message: expect.stringMatching(/has already signed this document\.$/),
      });
    }
    const body = { userId: writer.userProfileId, documentId };
    expect(await app.refusal(signGeneralDocument, { as: writer, body })).toMatchObject({
      status: 400,
      details: { issues: [{ path: "/organizationId" }] },
    });
    expect(await app.request(listSignedGeneralDocuments, { as: writer })).toEqual([]);
  });

  test("API-5 who has just been removed signs for the organization no more", async () => {
    const { writer, documentId } = await setUp();
    await app.signInAs(writer);
    await app.db
      .delete(organizationPermissions)
      .where(eq(organizationPermissions.userId, writer.userProfileId));
    expect(
      (await app.refusal(signGeneralDocument, { as: writer, body: bodyOf(writer, documentId) })).status,
    ).toBe(404);
  });

  test("SIGN-3 SIGN-5 a profile without a name asks for it in the form's own words", async () => {
    const { organization, documentId } = await setUp();
    const nameless = await makePerson(app.db, { organization, profile: { firstName: "" } });
    expect(
      await app.refusal(signGeneralDocument, { as: nameless, body: bodyOf(nameless, documentId) }),
    ).toMatchObject({
      status: 400,
      details: { issues: [{ path: "/firstName", message: "Please enter your first name" }] },
    });
  });
});

describe("as a visitor", () => {
  test("API-1 SIGN-4 SIGN-8 the copy goes out by mail and belongs to no organization", async () => {
    const { documentId } = await setUp();
    const visitor = {
      ...visitorOf(documentId),
      organizationName: "  Harbour Coffee Roasters ",
      globalOrganizationIdentifier: "ABN 51 824 753 556",
    };
    expect(await signAsVisitor(visitor)).toEqual({
      documentId,
      userFirstName: "Grace",
      userLastName: "Hopper",
      userEmail: visitor.email,
      organizationName: "Harbour Coffee Roasters",
    });
    const mail = await untilMailed(visitor.email);
    const [signature] = await signaturesOf(documentId);
    expect(signature).toMatchObject({ userProfileId: null, organizationId: null });
    expect(mail.attachmentFileId).toBe(signature?.fileId);
    const [file] = await app.db
      .select()
      .from(files)
      .where(eq(files.fileId, mail.attachmentFileId ?? ""));
    expect(file).toMatchObject({ organizationId: null, fileName: "Privacy & terms (signed).pdf" });
    const { text } = await readCopy(file?.fileId ?? "");
    expect(text).toContain(`Grace Hopper (${visitor.email})`);
    expect(text).toContain("ABN 51 824 753 556");
  });

  test("API-5 SIGN-7 the same again is answered byte for byte as the first time, and kept and mailed once", async () => {
    const { documentId } = await setUp();
    const visitor = visitorOf(documentId);
    const ask = async () => {
      const response = await app.rawRequest("POST /api/signed-general-document/public", { body: visitor });
      const { date: _time, "x-request-id": _id, ...headers } = Object.fromEntries(response.headers);
      return { status: response.status, headers, text: await response.text() };
    };
    const first = await ask();
    expect(first.status).toBe(200);
    expect(await ask()).toEqual(first);
    await untilMailed(visitor.email);
    expect(await ask()).toEqual(first);
    expect(await signaturesOf(documentId)).toHaveLength(1);
    await untilMailed(visitor.email);
  });

  test("SIGN-8 who signs again after an hour gets the copy again, once", async () => {
    const { documentId } = await setUp();
    const visitor = visitorOf(documentId);
    await signAsVisitor(visitor);
    await untilMailed(visitor.email);
    await app.db
      .update(signedGeneralDocuments)
      .set({ signedAt: sql`${signedGeneralDocuments.signedAt} - interval '2 hours'` })
      .where(eq(signedGeneralDocuments.generalDocumentId, documentId));
    await signAsVisitor(visitor);
    await signAsVisitor(visitor);
    const again = await app.db
      .select()
      .from(mails)
      .where(and(eq(mails.recipient, visitor.email), like(mails.event, "agreement.again:%")));
    expect(again.length, "two at most, when the hour ends in between").toBeOneOf([1, 2]);
    expect(again[0]?.attachmentFileId).not.toBeNull();
    expect(await signaturesOf(documentId)).toHaveLength(1);
  });

  test("SIGN-7 nobody's signature stands in the way of another's, a correction counts", async () => {
    const { writer, documentId } = await setUp();
    await sign(writer, documentId);
    const visitor = visitorOf(documentId, writer.email);
    await signAsVisitor({ ...visitor, firstName: "Wren", lastName: "Alder" });
    await signAsVisitor({ ...visitor, firstName: "Wren", lastName: "Alder", organizationName: "Harbour" });
    await signAsVisitor({
      ...visitor,
      email: writer.email.toUpperCase(),
      firstName: "WREN",
      lastName: "alder",
    });
    expect(await signaturesOf(documentId)).toHaveLength(3);
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
        ...visitorOf(generalDocumentId),
        ...(organizationName !== undefined && { organizationName }),
      };
      expect(await refuseVisitor(asked)).toMatchObject({
        status: 400,
        details: { issues: [{ path: "/organizationName", message: "Please enter your organization name" }] },
      });
    }
    await signAsVisitor({ ...visitorOf(generalDocumentId), organizationName: "Blue Wren Bakery" });
    expect(await signaturesOf(generalDocumentId)).toHaveLength(1);
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
      "This is not a valid ABN: its 11 digits do not fit together.",
    ],
    [
      "globalOrganizationIdentifier",
      "ACN 004 085 617",
      "This is not a valid ACN: its 9 digits do not fit together.",
    ],
  ])("SIGN-5 %s '%s' is pointed out: %s", async (field, value, message) => {
    const { documentId } = await setUp();
    const body = { ...visitorOf(documentId), [field]: value };
    const response = await app.rawRequest("POST /api/signed-general-document/public", { body });
    expect(response.status).toBe(400);
    const { error } = await response.json();
    expect(error.details.issues).toMatchObject([
      { path: `/${field}`, message: expect.stringContaining(message) },
    ]);
  });

  test("API-2 what is not there cannot be signed, and odd names do not break the copy", async () => {
    const { documentId } = await setUp();
    expect((await refuseVisitor(visitorOf("no-such-document"))).status).toBe(404);
    const visitor = { ...visitorOf(documentId), lastName: "</style><script>alert(1)</script> Ω 木" };
    await signAsVisitor(visitor);
    const { attachmentFileId } = await untilMailed(visitor.email);
    expect((await readCopy(attachmentFileId ?? "")).text).toContain("</style><script>alert(1)</script>");
  });

  test("five signatures an hour are taken for an e-mail, thirty from an address", async () => {
    const { documentId } = await setUp();
    const email = `${unique("grace")}@example.test`;
    const statusOf = async (body: Visitor) =>
      (await app.rawRequest("POST /api/signed-general-document/public", { body })).status;
    const statuses: number[] = [];
    for (let turn = 0; turn < 7; turn++) {
      statuses.push(await statusOf({ ...visitorOf(documentId, email), lastName: `Hopper ${turn}` }));
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(await statusOf(visitorOf(documentId, email.toUpperCase()))).toBe(429);

    await app.db.update(rateLimits).set({ attempts: 30 }).where(like(rateLimits.key, "sign address %"));
    expect(await statusOf(visitorOf(documentId))).toBe(429);
  });
});
