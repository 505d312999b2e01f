import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  getGeneralDocument,
  listOwnSignatures,
  listSignedGeneralDocuments,
  signGeneralDocument,
  signGeneralDocumentAsVisitor,
} from "#contract/agreements.ts";
import { formatDateTime, formatExactTime } from "#domain/format.ts";
import { renderSignedCopy } from "#server/agreements/render-signed-copy.job.ts";
import { signedGeneralDocuments, signedVersions } from "#server/schema/agreements.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { files } from "#server/schema/files.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import {
  makeOrganization,
  makePermission,
  makePerson,
  publishText,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import {
  makeSigning,
  readPdfAt,
  SIGNED_TEXT,
  signaturesOf,
  signingBody,
  untilMailed,
  visitorBody,
} from "#tests/support/signing.ts";

const app = await startTestApp();

const sign = (as: TestPerson, documentId: string) =>
  app.request(signGeneralDocument, { as, body: signingBody(as, documentId) });

describe("signed in", () => {
  test("API-1 SIGN-8 a writer signs: the text, the words and the evidence are kept, the copy is listed and mailed", async () => {
    const { organization, writer, documentId } = await makeSigning(app);
    const { contentHash } = await app.request(getGeneralDocument, { params: { id: documentId } });
    const signed = await app.request(signGeneralDocument, {
      as: writer,
      body: { ...signingBody(writer, documentId), contentHash },
    });
    expect(signed).toMatchObject({
      documentId,
      userFirstName: "Wren",
      userLastName: "Alder",
      userEmail: writer.email,
      organizationName: "Harbour Coffee Roasters",
      s3uri: null,
    });

    const [row] = await signaturesOf(app, documentId);
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
      { contentHash, generalDocumentId: documentId, name: "Privacy & <terms>", richText: SIGNED_TEXT },
    ]);

    const mail = await untilMailed(app, writer.email);
    expect(mail).toMatchObject({ subject: "Your signed copy of Privacy & <terms>" });
    expect(mail.html).toContain("Privacy &amp; &lt;terms&gt;");
    const [listed] = await app.request(listSignedGeneralDocuments, { as: writer });
    const { text, title } = await readPdfAt(app, listed?.s3uri ?? "");
    expect(title).toBe("Privacy & <terms>");
    expect(text).toContain("For three years.");
    expect(text).toContain(`Wren Alder\n${writer.email}`);
    expect(text).toContain("on behalf of Harbour Coffee Roasters");
    expect(text.replaceAll(/\s/g, "")).toContain(contentHash);
    const moment = formatDateTime(signed.signedAt, "Australia/Sydney");
    expect(moment).toMatch(/ AE[DS]T$/);
    expect(text).toContain(formatExactTime(signed.signedAt, "Australia/Sydney"));
    expect(mail.text).toContain(moment);
    const audits = await app.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, signed.signedGeneralDocumentId));
    const done = audits.map((one) => one.action).filter((action) => !action.startsWith("mail."));
    expect(done.toSorted()).toEqual(["agreement.copy", "agreement.sign"]);
  });

  test("SIGN-7 signing again returns who signed and when to the same person, and stores one signature", async () => {
    const { organization, writer, documentId } = await makeSigning(app);
    const signed = await sign(writer, documentId);
    expect(
      await app.refusal(signGeneralDocument, { as: writer, body: signingBody(writer, documentId) }),
    ).toEqual({
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
    expect(await signaturesOf(app, documentId)).toHaveLength(1);
    const colleague = await makePerson(app.db, { organization });
    await sign(colleague, documentId);
    expect(await signaturesOf(app, documentId), "each person signs for themselves").toHaveLength(2);
  });

  test("SIGN-7 of twenty at once one is kept, with one copy and one mail", async () => {
    const { writer, documentId } = await makeSigning(app);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.rawRequest("POST /api/signed-general-document/user", {
          as: writer,
          body: signingBody(writer, documentId),
        }),
      ),
    );
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    const [signature, ...more] = await signaturesOf(app, documentId);
    expect(more).toEqual([]);
    await untilMailed(app, writer.email);
    const { signedGeneralDocumentId } = signature ?? {};
    const run = () =>
      renderSignedCopy.run(app.deps, { signedGeneralDocumentId: signedGeneralDocumentId ?? "" });
    await Promise.all([run(), run(), run()]);
    await untilMailed(app, writer.email);
    const kept = await app.db.select().from(files).where(eq(files.organizationId, writer.organizationId));
    expect(kept).toHaveLength(1);
  });

  test("a changed text is signed again, the old signature keeps its text, and an unread text cannot be signed", async () => {
    const { writer, documentId } = await makeSigning(app);
    const read = await app.request(getGeneralDocument, { params: { id: documentId } });
    await sign(writer, documentId);
    await publishText(app.db, documentId, { name: "Privacy & <terms>", richText: "<p>Another text.</p>" });
    const body = { ...signingBody(writer, documentId), contentHash: read.contentHash };
    expect(await app.refusal(signGeneralDocument, { as: writer, body })).toMatchObject({
      status: 409,
      details: { reason: "content-changed" },
    });
    expect(
      await app.refusal(signGeneralDocumentAsVisitor, {
        body: { ...visitorBody(documentId), contentHash: read.contentHash },
      }),
    ).toMatchObject({
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
    expect(versions.map((one) => one.richText)).toEqual([SIGNED_TEXT, "<p>Another text.</p>"]);
  });

  test("SIGN-7 a signature that came with the company's data counts, as long as the text is the same", async () => {
    const { writer, documentId } = await makeSigning(app);
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
    const { documentId: other } = await makeSigning(app);
    await app.db.insert(signedGeneralDocuments).values({
      ...brought,
      generalDocumentId: other,
      signedGeneralDocumentId: unique("signed"),
      signedAt: new Date(Date.now() + 60_000),
    });
    expect(
      await app.refusal(signGeneralDocument, { as: writer, body: signingBody(writer, other) }),
    ).toMatchObject({ status: 409, details: { reason: "already-signed" } });
  });
});

describe("a text that the person has signed", () => {
  const ownOf = (as: TestPerson) => app.request(listOwnSignatures, { as });

  test("SIGN-7 is shown to them alone, for each organization, until the text changes", async () => {
    const { organization, writer, documentId } = await makeSigning(app);
    const colleague = await makePerson(app.db, { organization });
    expect(await ownOf(writer)).toEqual([]);
    const { s3uri: _, ...signed } = await sign(writer, documentId);
    const { organizationId } = organization;
    expect(await ownOf(writer)).toEqual([{ ...signed, organizationId, version: 1, isOfPresentText: true }]);
    expect(await ownOf(colleague)).toEqual([]);
    await publishText(app.db, documentId, { name: "Privacy & <terms>", richText: "<p>Another text.</p>" });
    expect(await ownOf(writer)).toMatchObject([{ version: 1, isOfPresentText: false }]);
    await sign(writer, documentId);
    expect(await ownOf(writer)).toMatchObject([
      { version: 2, isOfPresentText: true },
      { version: 1, isOfPresentText: false },
    ]);
  });
});

describe("the person signed for", () => {
  test("API-5 SIGN-3 only for an organization that they write for, and only as themselves", async () => {
    const { organization, writer, documentId } = await makeSigning(app);
    const other = await makePerson(app.db);
    const refused = (body: Partial<ReturnType<typeof signingBody>>) =>
      app.refusal(signGeneralDocument, { as: writer, body: { ...signingBody(writer, documentId), ...body } });
    const unknown = await refused({ organizationId: "no-such-organization" });
    expect(unknown.status).toBe(404);
    expect(await refused({ organizationId: other.organizationId })).toEqual(unknown);
    const anonymous = await refused({ userId: "no-such-user" });
    expect(anonymous.status).toBe(404);
    expect(await refused({ userId: other.userProfileId })).toEqual(anonymous);
    expect((await refused({ documentId: "no-such-document" })).status).toBe(404);

    const reader = await makePerson(app.db, { organization, permission: "read" });
    expect(
      await app.refusal(signGeneralDocument, { as: reader, body: signingBody(reader, documentId) }),
    ).toMatchObject({ status: 403, details: { reason: "read-only" } });
    expect(await signaturesOf(app, documentId)).toEqual([]);
  });

  test("SIGN-3 also for another organization than the active one, and for one that is not active yet", async () => {
    const { writer, documentId } = await makeSigning(app);
    const { organizationId } = await makeOrganization(app.db, { status: "INACTIVE" });
    await makePermission(app.db, { userId: writer.userProfileId, organizationId, permissionType: "write" });
    const body = { ...signingBody(writer, documentId), organizationId };
    expect((await app.request(signGeneralDocument, { as: writer, body })).organizationName).toBe(
      organizationId,
    );
    await sign(writer, documentId);
    expect(await signaturesOf(app, documentId)).toHaveLength(2);
  });

  test("SIGN-3 SIGN-5 for no organization without write access; a writer selects one", async () => {
    const { organization, writer, documentId } = await makeSigning(app);
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
    for (const { declaration } of await signaturesOf(app, documentId)) {
      expect(declaration).toMatch(
        /^I confirm that I accept this for myself and not on behalf of an organization,/,
      );
    }
    const body = { userId: writer.userProfileId, documentId };
    expect(await app.refusal(signGeneralDocument, { as: writer, body })).toMatchObject({
      status: 400,
      details: { issues: [{ path: "/organizationId" }] },
    });
    expect(await app.request(listSignedGeneralDocuments, { as: writer })).toEqual([]);
  });

  test("SIGN-3 a person without an organization may type its name, which adds nothing to a list", async () => {
    const { organization, writer, documentId } = await makeSigning(app);
    const alone = await makePerson(app.db, { organization: null });
    const { organizationName } = organization;
    const body = { userId: alone.userProfileId, documentId, organizationName: ` ${organizationName} ` };
    expect(await app.request(signGeneralDocument, { as: alone, body })).toMatchObject({ organizationName });
    expect((await signaturesOf(app, documentId))[0]).toMatchObject({
      organizationId: null,
      organizationName,
    });
    expect(await app.request(listSignedGeneralDocuments, { as: writer })).toEqual([]);
  });

  test("API-5 a person who was just removed cannot sign for the organization", async () => {
    const { writer, documentId } = await makeSigning(app);
    await app.signInAs(writer);
    await app.db
      .delete(organizationPermissions)
      .where(eq(organizationPermissions.userId, writer.userProfileId));
    expect(
      (await app.refusal(signGeneralDocument, { as: writer, body: signingBody(writer, documentId) })).status,
    ).toBe(404);
  });

  test("SIGN-3 SIGN-5 a profile without a name is refused in the form's words", async () => {
    const { organization, documentId } = await makeSigning(app);
    const nameless = await makePerson(app.db, { organization, profile: { firstName: "" } });
    expect(
      await app.refusal(signGeneralDocument, { as: nameless, body: signingBody(nameless, documentId) }),
    ).toMatchObject({
      status: 400,
      details: { issues: [{ path: "/firstName", message: "Please enter your first name" }] },
    });
  });
});
