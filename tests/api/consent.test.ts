import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signGeneralDocument, signGeneralDocumentAsVisitor } from "#contract/agreements.ts";
import { approveDocument, declineDocument, getDocument, receiveDocument } from "#contract/documents.ts";
import { signingDeclaration } from "#domain/agreements/signing.ts";
import { type ShownConsent, statementOfIntent } from "#domain/consent/consent.ts";
import { approvalDeclaration } from "#domain/documents/approval.ts";
import type { DocumentType } from "#domain/documents/unique-document.ts";
import { recordDecision } from "#server/documents/record-decision.ts";
import { accessRecords } from "#server/schema/access-records.ts";
import { signedGeneralDocuments } from "#server/schema/agreements.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { evidenceEvents } from "#server/schema/evidence.ts";
import { authSessions } from "#server/schema/identity.ts";
import { attestAdded } from "#server/verification/attest-earlier.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import {
  makeGeneralDocument,
  makeOrganization,
  makePerson,
  makeQuote,
  type TestPerson,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { linkIdentity, makeIssuer } from "#tests/support/make-issuer.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";
import { addSignature, signaturesOf, signingBody, visitorBody } from "#tests/support/signing.ts";

const app = await startTestApp();

const HARBOUR = "Harbour Coffee Roasters";

/** A document that waits for its writer, and what the dialog of its type shows. */
async function makeOpen(documentType: DocumentType = "PROPOSAL") {
  const organization = await makeOrganization(app.db, { organizationName: HARBOUR });
  const writer = await makePerson(app.db, { organization });
  const { document } = await makeQuote(app.db, {
    organizationId: organization.organizationId,
    document: { documentType, sentType: documentType },
  });
  const params = { id: document.uniqueDocumentId };
  const { contentHash } = await app.request(getDocument, { as: writer, params });
  const words = { uniqueDocumentId: params.id, status: "APPROVED" as const, contentHash };
  const declaration = approvalDeclaration(documentType, HARBOUR);
  const shown = (consent: ShownConsent, intent = statementOfIntent(HARBOUR)) => ({ consent, intent });
  return { organization, writer, params, id: params.id, words, declaration, shown };
}

async function decisionOf(id: string) {
  const [row] = await app.db
    .select()
    .from(documentDecisions)
    .where(eq(documentDecisions.uniqueDocumentId, id));
  return row;
}

async function factsOf(subjectId: string) {
  const rows = await app.db.select().from(evidenceEvents).where(eq(evidenceEvents.subjectId, subjectId));
  return rows.find(({ kind }) => /approve|decline|sign|bring-in/.test(kind))?.facts;
}

const sessionOf = (as: TestPerson, madeWith: string | null) =>
  app.db.update(authSessions).set({ madeWith }).where(eq(authSessions.userId, as.authUserId));

describe("FIELD-6 an acceptance records how its consent was given", () => {
  test.each([
    ["PROPOSAL", "ticked-by-person"],
    ["LEGAL_DOCUMENT", "ticked-in-advance"],
    ["SCOPE_OF_WORK", "shown-without-box"],
  ] as const)(
    "FIELD-6 of a %s as its screen reports: %s, with the sentence of intent",
    async (type, consent) => {
      const { writer, params, id, words, declaration, shown } = await makeOpen(type);
      const body = { ...words, declaration, shown: shown(consent) };
      await app.request(approveDocument, { as: writer, params, body });
      const intent = `This is my electronic signature, and I agree to this document on behalf of ${HARBOUR}.`;
      const facts = {
        recordVersion: 2,
        consent,
        intent,
        declaration,
        identifiedBy: "password",
        confirmedBy: null,
      };
      expect(await decisionOf(id)).toMatchObject(facts);
      expect(await factsOf(id)).toMatchObject({
        ...facts,
        declarationStartedTicked: type === "SCOPE_OF_WORK" ? null : true,
      });
    },
  );

  test("FIELD-6 a call without words, one with the declaration alone, and the other call that accepts are a program's", async () => {
    const [bare, worded, sentBack] = [await makeOpen(), await makeOpen(), await makeOpen()];
    await app.request(approveDocument, { as: bare.writer, params: bare.params, body: bare.words });
    const { declaration, words } = worded;
    await app.request(approveDocument, {
      as: worded.writer,
      params: worded.params,
      body: { ...words, declaration },
    });
    await app.request(receiveDocument, { as: sentBack.writer, body: sentBack.words });
    for (const { id } of [bare, worded, sentBack])
      expect(await factsOf(id)).toMatchObject({ consent: "sent-by-program", intent: null, recordVersion: 2 });
  });

  test("FIELD-6 before the screen knows the organization's name, it is “my Organization”", async () => {
    const { writer, params, id, words } = await makeOpen();
    const declaration = approvalDeclaration("PROPOSAL", undefined);
    const shown = { consent: "ticked-by-person" as const, intent: statementOfIntent(undefined) };
    await app.request(approveDocument, { as: writer, params, body: { ...words, declaration, shown } });
    expect(await decisionOf(id)).toMatchObject({ declaration, intent: shown.intent });
  });

  test("FIELD-6 a report that cannot be true, and words that are not the portal's, are refused and store nothing", async () => {
    const [proposal, scope] = [await makeOpen(), await makeOpen("SCOPE_OF_WORK")];
    const refused = async (of: typeof proposal, body: object) =>
      app.refusal(approveDocument, { as: of.writer, params: of.params, body: { ...of.words, ...body } });
    const { declaration, shown } = proposal;
    expect(
      await refused(proposal, { declaration, shown: shown("ticked-by-person", "I agree.") }),
    ).toMatchObject({ status: 409, details: { reason: "declaration-changed" } });
    const foreign = statementOfIntent("Another Ltd");
    expect(await refused(proposal, { declaration, shown: shown("ticked-by-person", foreign) })).toMatchObject(
      { status: 409 },
    );
    expect(await refused(proposal, { shown: shown("ticked-by-person") })).toMatchObject({
      status: 400,
      details: { issues: [{ path: "/declaration" }] },
    });
    const ofBox = { status: 400, details: { issues: [{ path: "/shown/consent" }] } };
    expect(await refused(proposal, { declaration, shown: shown("shown-without-box") })).toMatchObject(ofBox);
    for (const consent of ["ticked-by-person", "ticked-in-advance"] as const)
      expect(
        await refused(scope, { declaration: scope.declaration, shown: scope.shown(consent) }),
      ).toMatchObject(ofBox);
    for (const consent of ["not-recorded", "sent-by-program", "", null])
      expect(
        await refused(proposal, { declaration, shown: { ...shown("ticked-by-person"), consent } }),
      ).toMatchObject({
        status: 400,
      });
    for (const { id } of [proposal, scope]) expect(await decisionOf(id)).toBeUndefined();
  });

  test.each([
    [null, "password"],
    ["app", "password-and-code"],
    ["0198-a-passkey", "passkey"],
  ])("FIELD-6 a session made with %s identifies its person by %s", async (madeWith, identifiedBy) => {
    const { writer, params, id, words } = await makeOpen();
    await sessionOf(writer, madeWith);
    await app.request(approveDocument, { as: writer, params, body: words });
    expect(await factsOf(id)).toMatchObject({ identifiedBy });
  });

  test.each([
    [null, "single-sign-on"],
    ["app", "single-sign-on-and-code"],
  ])(
    "CONNECT-1 FIELD-6 a session of an issuer made with %s identifies its person by %s",
    async (madeWith, identifiedBy) => {
      const { writer, params, id, words } = await makeOpen();
      const { issuerId } = await makeIssuer(app.deps, { organizationId: writer.organizationId });
      const { linkedIdentityId } = await linkIdentity(app.deps, issuerId, writer);
      const ofWriter = eq(authSessions.userId, writer.authUserId);
      await app.db.update(authSessions).set({ madeWith, linkedIdentityId }).where(ofWriter);
      await app.request(approveDocument, { as: writer, params, body: words });
      expect(await factsOf(id)).toMatchObject({ identifiedBy });
    },
  );

  test("FIELD-6 a decline has no consent, and records how its person was identified", async () => {
    const { writer, params, id } = await makeOpen();
    const body = { uniqueDocumentId: id, status: "DECLINED" as const };
    await app.request(declineDocument, { as: writer, params, body });
    const facts = { recordVersion: 2, consent: null, intent: null, identifiedBy: "password" };
    expect(await factsOf(id)).toMatchObject(facts);
  });

  test("FIELD-6 an acceptance that an import brings is not recorded, and names no way of identification", async () => {
    const { writer, id, organization } = await makeOpen();
    await app.db.transaction(async (tx) => {
      await tx
        .update(uniqueDocuments)
        .set({ status: "APPROVED" })
        .where(eq(uniqueDocuments.uniqueDocumentId, id));
      const { organizationId } = organization;
      await recordDecision(tx, app.deps, {
        uniqueDocumentId: id,
        organizationId,
        decision: "APPROVED",
        decidedAt: new Date(),
        by: { ...writer, firstName: "Ada", lastName: "" },
      });
      await attestAdded(tx, app.deps.evidence, new Date());
    });
    const facts = { recordVersion: 2, consent: "not-recorded", intent: null, identifiedBy: null };
    expect(await factsOf(id)).toMatchObject(facts);
  });
});

describe("FIELD-6 a signature records how its consent was given", () => {
  const sign = async (report: object) => {
    const organization = await makeOrganization(app.db, { organizationName: HARBOUR });
    const profile = { firstName: "Wren", lastName: "Alder" };
    const writer = await makePerson(app.db, { organization, profile });
    const document = await makeGeneralDocument(app.db, {});
    const { generalDocumentId: documentId, contentHash } = document;
    const body = { ...signingBody(writer, documentId), contentHash, ...report };
    const refused = () => app.refusal(signGeneralDocument, { as: writer, body });
    return { documentId, body, refused, sign: () => app.request(signGeneralDocument, { as: writer, body }) };
  };
  const shownFor = (name: string | null, isForSelf = false) => ({
    consent: "ticked-by-person" as const,
    declaration: signingDeclaration({ organizationName: name, isForSelf }, companyName()),
    intent: statementOfIntent(isForSelf ? null : (name ?? undefined)),
  });
  const companyName = () => app.deps.settings.now().companyName;
  const signature = async (documentId: string) => (await signaturesOf(app, documentId))[0];

  test("FIELD-6 of a person: as the form reports, else by a program", async () => {
    const [shown, bare] = [await sign({ shown: shownFor(HARBOUR) }), await sign({ contentHash: undefined })];
    const sentence = await shown.sign();
    const { intent } = shownFor(HARBOUR);
    expect(await signature(shown.documentId)).toMatchObject({
      recordVersion: 2,
      consent: "ticked-by-person",
      intent,
      identifiedBy: "password",
    });
    expect(await factsOf(sentence.signedGeneralDocumentId)).toMatchObject({
      recordVersion: 2,
      consent: "ticked-by-person",
      identifiedBy: "password",
      confirmedBy: null,
    });
    await bare.sign();
    expect(await signature(bare.documentId)).toMatchObject({ consent: "sent-by-program", intent: null });
  });

  test("FIELD-6 of a visitor, who typed an address, for an organization or for one without a name", async () => {
    const { generalDocumentId: documentId, contentHash } = await makeGeneralDocument(app.db, {});
    const body = { ...visitorBody(documentId), contentHash, shown: shownFor(null) };
    await app.request(signGeneralDocumentAsVisitor, { body });
    expect(await signature(documentId)).toMatchObject({
      consent: "ticked-by-person",
      identifiedBy: "typed-address",
      intent: shownFor(null).intent,
    });
  });

  test("FIELD-6 other words than the form's, and a screen without its text, are refused and store nothing", async () => {
    const other = await sign({ shown: { ...shownFor(HARBOUR), declaration: "I agree." } });
    expect(await other.refused()).toMatchObject({ status: 409, details: { reason: "declaration-changed" } });
    const foreign = await sign({ shown: { ...shownFor(HARBOUR), intent: statementOfIntent("Another Ltd") } });
    expect(await foreign.refused()).toMatchObject({ status: 409 });
    const textless = await sign({ contentHash: undefined, shown: shownFor(HARBOUR) });
    expect(await textless.refused()).toMatchObject({
      status: 400,
      details: { issues: [{ path: "/contentHash" }] },
    });
    for (const { documentId } of [other, foreign, textless])
      expect(await signature(documentId)).toBeUndefined();
  });
});

test("FIELD-6 records of version 1 compare equal with their events as before, and each added fact is found", async () => {
  const person = await makePerson(app.db);
  const { generalDocumentId } = await makeGeneralDocument(app.db, {});
  // As the version before wrote it: the new columns are not there.
  const id = await addSignature(app, {
    generalDocumentId,
    userProfileId: person.userProfileId,
    organizationId: person.organizationId,
    userFirstName: "Old",
    userLastName: "Hand",
    userEmail: person.email,
  });
  const [row] = await app.db
    .select()
    .from(signedGeneralDocuments)
    .where(eq(signedGeneralDocuments.signedGeneralDocumentId, id));
  expect(row).toMatchObject({ recordVersion: 1, consent: null });
  // Today's event without what the version before did not write.
  const verify = async () => (await verifyEvidence(app.deps, () => undefined)).message;
  expect(await verify()).toMatch(/^Intact/);
  const forgeries = [
    "record_version = 2",
    "consent = 'ticked-by-person'",
    "intent = 'x'",
    "identified_by = 'passkey'",
    "confirmed_by = 'code'",
  ];
  for (const forged of forgeries) {
    await asIntruder(
      app,
      `update signed_general_documents set ${forged} where signed_general_document_id = $1 returning 1`,
      [id],
    );
    expect(await verify(), forged).toContain("differs from its evidence");
    const [name] = forged.split(" =");
    const back = name === "record_version" ? "1" : "null";
    await asIntruder(
      app,
      `update signed_general_documents set ${name} = ${back} where signed_general_document_id = $1 returning 1`,
      [id],
    );
  }
  expect(await verify()).toMatch(/^Intact/);
});

test("FIELD-6 evidence binds since when a person may decide and the record of the grant, and claims nothing without one", async () => {
  const [open, older] = [await makeOpen(), await makeOpen()];
  const since = new Date("2026-11-01T02:03:04.005Z");
  await app.db.insert(accessRecords).values({
    accessRecordId: "access-1",
    organizationId: open.organization.organizationId,
    kind: "grant",
    at: since,
    userProfileId: open.writer.userProfileId,
    personName: "Ada",
    personEmail: open.writer.email,
    permissionType: "write",
    actorSide: "company",
    actorName: "Olive Owner",
  });
  for (const { writer, params, words } of [open, older])
    await app.request(approveDocument, { as: writer, params, body: words });
  const facts = {
    accessRecordId: "access-1",
    authorisedSince: since.toISOString(),
    accessGivenBy: "company",
  };
  expect(await factsOf(open.id)).toMatchObject(facts);
  const none = { accessRecordId: null, authorisedSince: null, accessGivenBy: null };
  expect(await factsOf(older.id)).toMatchObject(none);
  const document = await makeGeneralDocument(app.db, {});
  const body = signingBody(open.writer, document.generalDocumentId);
  const signed = await app.request(signGeneralDocument, { as: open.writer, body });
  expect(await factsOf(signed.signedGeneralDocumentId)).toMatchObject(facts);
});
