import { expect, test } from "vitest";
import { addGeneralDocument, getManagedGeneralDocument, publishDraft } from "#contract/admin/agreements.ts";
import { getManagedInvoice } from "#contract/admin/invoices.ts";
import {
  getGeneralDocument,
  signGeneralDocument,
  signGeneralDocumentAsVisitor,
} from "#contract/agreements.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { signingDeclaration } from "#domain/agreements/signing.ts";
import { statementOfIntent } from "#domain/consent/consent.ts";
import { approvalDeclaration } from "#domain/documents/approval.ts";
import { mails } from "#server/schema/mail.ts";
import {
  makeAdmin,
  makeGeneralDocument,
  makeInvoice,
  makeInvoiceLine,
  makeOrganization,
  makePerson,
  makeQuote,
  unique,
} from "#tests/support/factories.ts";
import { createTestApp, startTestApp, type TestApp } from "#tests/support/make-app.ts";
import { signaturesOf, signingBody, visitorBody } from "#tests/support/signing.ts";

// A person is warned of letters that the PDF cannot show before they accept or sign.

const app = await startTestApp();

const CHEROKEE = "ᏣᎳᎩ";
const ticked = { consent: "ticked-by-person" as const };

async function makeOpen(organizationName: string, firstName = "Wren") {
  const organization = await makeOrganization(app.db, { organizationName });
  const writer = await makePerson(app.db, { organization, profile: { firstName, lastName: "Alder" } });
  const { document } = await makeQuote(app.db, { organizationId: organization.organizationId });
  const params = { id: document.uniqueDocumentId };
  const { contentHash, documentType } = await app.request(getDocument, { as: writer, params });
  const shown = { ...ticked, intent: statementOfIntent(organizationName) };
  const declaration = approvalDeclaration(documentType, organizationName);
  const words = { uniqueDocumentId: params.id, status: "APPROVED" as const, contentHash, declaration };
  return { as: writer, params, words, shown };
}

test("FIELD-8 an acceptance warns of a name that the PDF cannot show, and succeeds once the screen has shown it", async () => {
  const { as, params, words, shown } = await makeOpen(`${CHEROKEE} Traders`, "Ꭰda");
  const refusal = await app.refusal(approveDocument, { as, params, body: { ...words, shown } });
  expect(refusal).toMatchObject({ status: 409, details: { reason: "letters-without-font" } });
  const warning = String(refusal.details?.warning);
  expect(refusal.message).toBe(`Nothing has been accepted yet. ${warning}`);
  expect(warning).toBe(
    "The PDF will show empty boxes for these letters in your name and your organization's name: Ꭰ Ꮳ Ꮃ Ꭹ. To make the name readable there, add it in Latin letters. The portal's record keeps every letter. Press Accept again to go on as it is.",
  );
  const other = { ...words, shown: { ...shown, warning: "Some letters are missing." } };
  expect(await app.refusal(approveDocument, { as, params, body: other })).toMatchObject({ status: 409 });
  expect((await app.request(getDocument, { as, params })).status).toBe("PENDING");
  const body = { ...words, shown: { ...shown, warning } };
  expect((await app.request(approveDocument, { as, params, body })).status).toBe("APPROVED");
});

test("FIELD-8 a name whose script is shipped needs no warning, and a program without a screen is not held up", async () => {
  const tamil = await makeOpen("தமிழ் வணிகம்", "ਪੰਜਾਬ");
  const body = { ...tamil.words, shown: tamil.shown };
  expect((await app.request(approveDocument, { ...tamil, body })).status).toBe("APPROVED");
  const program = await makeOpen(CHEROKEE);
  expect((await app.request(approveDocument, { ...program, body: program.words })).status).toBe("APPROVED");
});

async function makeText(portal: TestApp, richText: string) {
  const { generalDocumentId: id } = await makeGeneralDocument(portal.db, { richText });
  return portal.request(getGeneralDocument, { params: { id } });
}

function shownFor(organizationName: string) {
  const { companyName } = app.deps.settings.now();
  const declaration = signingDeclaration({ organizationName, isForSelf: false }, companyName);
  return { ...ticked, declaration, intent: statementOfIntent(organizationName) };
}

test("FIELD-8 a signature, with or without an account, warns of a name or a text that the signed copy cannot show", async () => {
  const { generalDocumentId, contentHash } = await makeText(app, "<p>Ꮓ &#x13a0;</p>");
  const organization = await makeOrganization(app.db, { organizationName: "Harbour" });
  const as = await makePerson(app.db, { organization, profile: { firstName: "Wren", lastName: "Alder" } });
  const shown = shownFor("Harbour");
  const body = { ...signingBody(as, generalDocumentId), contentHash, shown };
  const refusal = await app.refusal(signGeneralDocument, { as, body });
  expect(refusal.message).toMatch(/^Nothing has been signed yet\. .+ in the document: Ꮓ Ꭰ\. The portal's/);
  const visitor = { ...visitorBody(generalDocumentId), contentHash, organizationName: CHEROKEE };
  const typed = { ...visitor, firstName: "Ꭰda", shown: shownFor(CHEROKEE) };
  const refused = await app.refusal(signGeneralDocumentAsVisitor, { body: typed });
  expect(refused.message).toContain("in your name, the organization's name and the document: Ꭰ Ꮳ Ꮃ Ꭹ Ꮓ.");
  expect(await signaturesOf(app, generalDocumentId)).toEqual([]);

  const warned = ({ details }: typeof refusal) => ({ warning: String(details?.warning) });
  await app.request(signGeneralDocument, { as, body: { ...body, shown: { ...shown, ...warned(refusal) } } });
  const again = { ...typed, shown: { ...typed.shown, ...warned(refused) } };
  await app.request(signGeneralDocumentAsVisitor, { body: again });
  expect(await signaturesOf(app, generalDocumentId)).toHaveLength(2);
});

test("FIELD-8 a visitor who needs a code is warned before one is mailed", async () => {
  const careful = await createTestApp({ SIGNING_CODE: "1" });
  try {
    const { generalDocumentId, contentHash } = await makeText(careful, "<p>Terms</p>");
    const visitor = { ...visitorBody(generalDocumentId), contentHash, organizationName: CHEROKEE };
    const body = { ...visitor, shown: shownFor(CHEROKEE) };
    const refusal = await careful.refusal(signGeneralDocumentAsVisitor, { body });
    expect(refusal.details).toMatchObject({ reason: "letters-without-font" });
    const warning = String(refusal.details?.warning);
    const next = await careful.refusal(signGeneralDocumentAsVisitor, {
      body: { ...body, shown: { ...body.shown, warning } },
    });
    expect(next.details).toMatchObject({ reason: "code-needed" });
    expect(await careful.db.select().from(mails)).toEqual([]);
  } finally {
    await careful.close();
  }
});

test("FIELD-8 COMPANY-8 a draft of a general document names its letters that signed copies cannot show", async () => {
  const as = await makeAdmin(app.db, "editor");
  const params = { id: unique("release") };
  const text = { name: `Release for ${CHEROKEE}`, richText: "<p>தமிழ்</p>" };
  const kind = { signatureType: "ACKNOWLEDGE" as const, isGeneralTerms: false };
  await app.request(addGeneralDocument, { as, body: { ...text, ...kind, generalDocumentId: params.id } });
  const { draftLettersWithoutFont } = await app.request(getManagedGeneralDocument, { as, params });
  expect(draftLettersWithoutFont).toEqual([...CHEROKEE]);
  const published = await app.request(publishDraft, { as, params, body: { asRead: 1 } });
  expect(published.draftLettersWithoutFont).toEqual([]);
});

test("FIELD-8 COMPANY-7 a draft of an invoice names its letters that the PDF cannot show", async () => {
  const as = await makeAdmin(app.db, "editor");
  const { organizationId } = await makeOrganization(app.db, { organizationName: `${CHEROKEE} Traders` });
  const sums = { subtotal: "100", gst: "10", gstPercent: "10", total: "110" };
  const { invoiceId } = await makeInvoice(app.db, { organizationId, issuedAt: null, ...sums });
  await makeInvoiceLine(app.db, { invoiceId, description: "தமிழ்" });
  const { lettersWithoutFont } = await app.request(getManagedInvoice, { as, params: { id: invoiceId } });
  expect(new Set(lettersWithoutFont)).toEqual(new Set(CHEROKEE));
});
