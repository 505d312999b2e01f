import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { getSignature } from "#contract/admin/agreements.ts";
import { sendDocument } from "#contract/admin/drafts.ts";
import { removePerson } from "#contract/admin/people.ts";
import { changePermission, endMemberInvitation } from "#contract/admin/permissions.ts";
import { signGeneralDocument, signGeneralDocumentAsVisitor } from "#contract/agreements.ts";
import { createBundleLink } from "#contract/bundles.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { formatVerdict } from "#domain/evidence/bundle/format-verdict.ts";
import { verifyBundle } from "#domain/evidence/bundle/verify-bundle.ts";
import { renderDocumentPdf } from "#server/documents/render-document-pdf.job.ts";
import { erasePerson } from "#server/people/erase-person.ts";
import { userProfiles } from "#server/schema/account.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { invitations } from "#server/schema/invitations.ts";
import { mails } from "#server/schema/mail.ts";
import { organizationDetails } from "#server/schema/organization-details.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import { accessRecordsOf } from "#tests/support/access-events.ts";
import {
  makeAdmin,
  makeDocument,
  makeOrganization,
  makePage,
  makePerson,
  makeQuote,
  unique,
} from "#tests/support/factories.ts";
import { mailedLinkIn } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";
import { PROVED } from "#tests/support/proved.ts";
import { makeSigning, readPdfAt, signaturesOf, signingBody, visitorBody } from "#tests/support/signing.ts";

const app = await startTestApp();
app.log.allowErrors(/differs from its evidence/);

const verified = async () => (await verifyEvidence(app.deps, () => undefined)).message;

const RECORDS = [
  "access_records",
  "document_decisions",
  "signed_general_documents",
  "evidence_events",
  "audit_events",
  "files",
];
const ALL = [...RECORDS, "document_recipients", "invitations", "mails"];

/** The tables of the evidence, or of these, that have these words anywhere. */
async function tablesWith(words: string, tables = RECORDS): Promise<string[]> {
  const named: string[] = [];
  for (const table of tables) {
    // A key or signature is random letters, which may spell a name.
    const found = await asIntruder(
      app,
      `select from ${table} as one where (to_jsonb(one) - '{signature,public_key}'::text[])::text ilike $1`,
      [`%${words}%`],
    );
    if (found.length > 0) named.push(table);
  }
  return named;
}

test("TRUST-1 one command erases a removed person from the evidence, and the chains stay intact", async () => {
  const { organization, writer, documentId } = await makeSigning(app);
  const colleague = await makePerson(app.db, { organization });
  const owner = await makeAdmin(app.db, "owner");
  const { document } = await makeQuote(app.db, { organizationId: organization.organizationId });
  const params = { id: document.uniqueDocumentId };
  const { contentHash } = await app.request(getDocument, { as: writer, params });
  const body = { uniqueDocumentId: params.id, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { as: writer, params, body });
  await app.request(signGeneralDocument, { as: writer, body: signingBody(writer, documentId) });
  const visitor = visitorBody(documentId);
  await app.request(signGeneralDocumentAsVisitor, { body: visitor });
  const read = () => app.request(getDocument, { as: colleague, params });
  const pdf = async () => (await read()).documentSnapshots[0]?.uri;
  const signatures = () => signaturesOf(app, documentId);
  await expect.poll(pdf).toBeDefined();
  await expect.poll(async () => (await signatures()).every(({ fileId }) => fileId !== null)).toBe(true);
  const before = (await pdf()) ?? "";
  expect((await readPdfAt(app, before)).text).toContain("Wren Alder");

  expect(await erasePerson(app.deps, writer.email)).toMatchObject({ isGood: false });
  await app.request(removePerson, { as: owner, params: { id: writer.userProfileId } });
  expect(await tablesWith(writer.email)).not.toEqual([]);
  const erased = await erasePerson(app.deps, writer.email.toUpperCase());
  expect(erased.message).toMatch(/^Erased: 1 decision, 1 signature and 1 access record no longer name /);
  const ofVisitor = await erasePerson(app.deps, visitor.email);
  expect(ofVisitor.message).toMatch(/^Erased: 0 decisions, 1 signature and 0 access records no longer name /);
  expect((await erasePerson(app.deps, visitor.email)).message).toMatch(
    /^No decision, signature or access record names /,
  );

  for (const words of [writer.email, visitor.email, "Wren", "Grace"])
    expect(await tablesWith(words), words).toEqual([]);
  expect(await app.db.$count(mails, eq(mails.recipient, visitor.email))).toBe(0);
  expect((await app.rawRequest(`GET ${before}`)).status).toBe(403);
  await expect.poll(pdf).toBeDefined();
  const { text } = await readPdfAt(app, (await pdf()) ?? "");
  expect(text).toContain("Removed person");
  expect(text).not.toMatch(/Wren|Alder/);
  expect(await verified()).toMatch(/^Intact: /);
  const { uri } = await app.request(createBundleLink, { as: colleague, params });
  const bundle = new Uint8Array(await (await fetch(`${app.baseUrl}${uri}`)).arrayBuffer());
  const told = formatVerdict(await verifyBundle(bundle, { keys: app.deps.evidence.publicKeys }));
  expect(told.heading).toMatch(/^Intact, signed by /);
  expect(told.sentences.join(" ")).toContain("The person was erased from the record");
  expect(Object.fromEntries(told.facts)["Accepted by"]).toMatch(/^Removed person/);
  expect(Buffer.from(bundle).toString("latin1")).not.toContain(writer.email);
  for (const { signedGeneralDocumentId } of await signatures())
    expect(
      await app.request(getSignature, { as: owner, params: { id: signedGeneralDocumentId } }),
    ).toMatchObject({ userFirstName: "Removed", userLastName: "person", s3uri: null });

  // What is left is evidence like before.
  const isIt = eq(documentDecisions.uniqueDocumentId, params.id);
  const [left] = await app.db.select().from(documentDecisions).where(isIt);
  const rename = "update document_decisions set user_name = $1 where unique_document_id = $2";
  await asIntruder(app, rename, ["Eve", params.id]);
  expect((await app.refusal(getDocument, { as: colleague, params })).status).toBe(409);
  expect(await verified()).toContain("differs from its evidence: person");
  await asIntruder(app, rename, [left?.userName, params.id]);
  await asIntruder(app, "update evidence_events set signature = $1 where kind = 'person.erase'", ["x"]);
  expect((await app.refusal(getDocument, { as: colleague, params })).status, "a forged erasure").toBe(409);
});

test("TRUST-1 a PDF that is being made while its person is erased does not name them", async () => {
  const { organization, writer } = await makeSigning(app);
  const colleague = await makePerson(app.db, { organization });
  const owner = await makeAdmin(app.db, "owner");
  const { document } = await makeQuote(app.db, { organizationId: organization.organizationId });
  const params = { id: document.uniqueDocumentId };
  const { contentHash } = await app.request(getDocument, { as: writer, params });
  const { pdf } = app.deps;
  const render = pdf.render.bind(pdf);
  const isErased = Promise.withResolvers<void>();
  // The portal's own jobs wait until the one below has ended.
  const held = vi.spyOn(pdf, "render").mockImplementation(async (...given) => {
    await isErased.promise;
    return render(...given);
  });
  const body = { uniqueDocumentId: params.id, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { as: writer, params, body });
  // It is printed twice: the certificate contains the number of pages.
  let erased: Promise<unknown> | null = null;
  const erase = async () => {
    await app.request(removePerson, { as: owner, params: { id: writer.userProfileId } });
    await erasePerson(app.deps, writer.email);
  };
  const erasing: typeof render = async (...given) => {
    erased ??= erase();
    await erased;
    return render(...given);
  };
  const deps = { ...app.deps, pdf: { ...pdf, render: erasing } };
  const made = renderDocumentPdf.run(deps, { uniqueDocumentId: params.id, announce: false });
  await expect(made).rejects.toThrow("was erased while its PDF was made");
  isErased.resolve();
  const uri = async () =>
    (await app.request(getDocument, { as: colleague, params })).documentSnapshots[0]?.uri;
  await expect.poll(uri).toBeDefined();
  held.mockRestore();
  const { text } = await readPdfAt(app, (await uri()) ?? "");
  expect(text).toContain("Removed person");
  expect(text).not.toMatch(/Wren|Alder/);
});

test("FIELD-3 other people's certificates that name an erased person are made again without the name, also one in progress", async () => {
  // What the first test has forged.
  const differences = async () => (await verified()).split("\n").slice(1);
  const known = await differences();
  const { organization, writer, documentId } = await makeSigning(app);
  const owner = await makeAdmin(app.db, "owner");
  const profile = { firstName: "Zelda", lastName: "Quill", adminRole: "owner" } as const;
  const inviter = await makePerson(app.db, { organization: null, profile });
  const [permission] = await app.db
    .select({ id: organizationPermissions.organizationPermissionId })
    .from(organizationPermissions)
    .where(eq(organizationPermissions.userId, writer.userProfileId));
  for (const permissionType of ["read", "write"] as const) {
    const params = { id: permission?.id ?? "" };
    await app.request(changePermission, { as: inviter, params, body: { permissionType }, ...PROVED });
  }
  const accept = async () => {
    const { document } = await makeQuote(app.db, { organizationId: organization.organizationId });
    const params = { id: document.uniqueDocumentId };
    const { contentHash } = await app.request(getDocument, { as: writer, params });
    const body = { uniqueDocumentId: params.id, status: "APPROVED" as const, contentHash };
    await app.request(approveDocument, { as: writer, params, body });
    const uri = async () =>
      (await app.request(getDocument, { as: writer, params })).documentSnapshots[0]?.uri;
    return { ...params, uri, text: async () => (await readPdfAt(app, (await uri()) ?? "")).text };
  };
  const kept = await accept();
  await app.request(signGeneralDocument, { as: writer, body: signingBody(writer, documentId) });
  const copy = async () => (await signaturesOf(app, documentId))[0]?.fileId;
  await expect.poll(kept.uri).toBeDefined();
  await expect.poll(copy).toBeTruthy();
  expect(await kept.text()).toContain("Access given by Zelda Quill of ");
  const [before, copyBefore] = [await kept.uri(), await copy()];

  const { pdf } = app.deps;
  const render = pdf.render.bind(pdf);
  const isErased = Promise.withResolvers<void>();
  const held = vi.spyOn(pdf, "render").mockImplementation(async (...given) => {
    await isErased.promise;
    return render(...given);
  });
  const inMaking = await accept();
  let erased: Promise<unknown> | null = null;
  const erase = async () => {
    const isInviter = eq(userProfiles.userProfileId, inviter.userProfileId);
    await app.db.update(userProfiles).set({ adminRole: null }).where(isInviter);
    await app.request(removePerson, { as: owner, params: { id: inviter.userProfileId } });
    expect(await erasePerson(app.deps, inviter.email)).toMatchObject({ isGood: true });
  };
  const erasing: typeof render = async (...given) => {
    erased ??= erase();
    await erased;
    return render(...given);
  };
  const deps = { ...app.deps, pdf: { ...pdf, render: erasing } };
  const made = renderDocumentPdf.run(deps, { uniqueDocumentId: inMaking.id, announce: false });
  await expect(made).rejects.toThrow("was erased while its PDF was made");
  expect((await app.rawRequest(`GET ${before}`)).status).toBe(403);
  isErased.resolve();
  for (const { uri, text } of [kept, inMaking]) {
    await expect.poll(uri).toBeDefined();
    expect(await text()).toContain("Access given by Removed person of ");
    expect(await text()).not.toMatch(/Zelda|Quill/);
  }
  await expect.poll(async () => ![null, copyBefore].includes(await copy())).toBe(true);
  held.mockRestore();
  for (const words of [inviter.email, "Zelda"]) expect(await tablesWith(words), words).toEqual([]);
  expect(await differences()).toEqual(known);
});

test("FIRST-1 an invited recipient who never joined is erased everywhere, whether their invitation is open or ended", async () => {
  const owner = await makeAdmin(app.db, "owner");
  const faults = async () => (await verified()).split("\n").slice(1);
  const known = await faults();
  for (const isEnded of [true, false]) {
    const { organizationId } = await makeOrganization(app.db);
    const { uniqueDocumentId: id } = await makeDocument(app.db, {
      organizationId,
      status: "DRAFT",
      shownAt: null,
      puckState: makePage([], "Shop front"),
    });
    const email = `${unique("mia")}@example.test`;
    const newPeople = [{ email, firstName: "Mia", lastName: "Wongalong", permissionType: "read" as const }];
    const recipients = { members: [], invited: [], colleagues: [], newPeople };
    await app.request(sendDocument, {
      as: owner,
      params: { id },
      body: { revision: 1, message: "By Friday?", recipients },
    });
    const link = await mailedLinkIn(app.deps.env.dataDir, email);
    await app.rawRequest(`POST ${new URL(link).pathname}/opened`);
    const isIt = eq(invitations.email, email);
    const [invited] = await app.db.select().from(invitations).where(isIt);
    const params = { id: organizationId, invitationId: invited?.invitationId ?? "" };
    if (isEnded) await app.request(endMemberInvitation, { as: owner, params });
    expect(await tablesWith(email, ALL)).toEqual([
      "access_records",
      "audit_events",
      "document_recipients",
      "invitations",
      "mails",
    ]);
    expect(await erasePerson(app.deps, email)).toMatchObject({ isGood: true });
    expect(await tablesWith(email, ALL)).toEqual([]);
    expect(await tablesWith("Wongalong", ALL)).toEqual([]);
    expect((await app.rawRequest(`GET ${new URL(link).pathname}`)).status).toBe(404);
    const ofOrganization = await accessRecordsOf(app, organizationId);
    expect(ofOrganization.map(({ kind }) => kind).sort()).toEqual(["invite", "withdraw"]);
    expect(await erasePerson(app.deps, email)).toMatchObject({ isGood: false });
  }
  expect(await faults()).toEqual(known);
});

test("FIRST-1 someone who is only a billing contact is erased, and the command says so", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const billingEmail = `${unique("mia")}@example.test`;
  await app.db
    .insert(organizationDetails)
    .values({ organizationId, billingContact: "Mia Wong", billingEmail, recordVersion: 2 });
  const { message, isGood } = await erasePerson(app.deps, billingEmail);
  expect(isGood).toBe(true);
  expect(message).toContain("1 other entry with the email");
  const [details] = await app.db
    .select()
    .from(organizationDetails)
    .where(eq(organizationDetails.organizationId, organizationId));
  expect(details).toMatchObject({ billingContact: null, billingEmail: null });
});
