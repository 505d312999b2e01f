import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { getSignature } from "#contract/admin/agreements.ts";
import { printDraft } from "#contract/admin/drafts.ts";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { signGeneralDocument } from "#contract/agreements.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { getInvoice } from "#contract/invoices.ts";
import { renderInvoicePdf } from "#server/invoices/render-invoice-pdf.job.ts";
import {
  makeAdmin,
  makeInvoice,
  makeInvoiceLine,
  makeOrganization,
  makeQuote,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeSigning, signaturesOf, signingBody } from "#tests/support/signing.ts";

const app = await startTestApp();

/** The sizes of the pages of a PDF, each size once, in points. */
async function sizesOf(pdf: Uint8Array): Promise<string[]> {
  const printed = await getDocumentProxy(pdf);
  const pages = Array.from({ length: printed.numPages }, (_, index) => printed.getPage(index + 1));
  return [
    ...new Set((await Promise.all(pages)).map(({ view }) => view.slice(2).map(Math.round).join(" × "))),
  ];
}

async function sizesAt(uri: string | null | undefined): Promise<string[]> {
  const response = await fetch(`${app.baseUrl}${uri}`);
  return sizesOf(new Uint8Array(await response.arrayBuffer()));
}

test("FIELD-8 an owner chooses A4 or Letter, which new PDFs have, and nothing else is accepted", async () => {
  const owner = await makeAdmin(app.db, "owner");
  const { organizationId } = await makeOrganization(app.db, {});
  const { document } = await makeQuote(app.db, {
    organizationId,
    document: { status: "DRAFT", shownAt: null },
  });
  const sizeOfPreview = async () => {
    const { pdf } = await app.request(printDraft, { as: owner, params: { id: document.uniqueDocumentId } });
    return sizesOf(new Uint8Array(Buffer.from(pdf, "base64")));
  };
  expect(await sizeOfPreview()).toEqual(["596 × 842"]);

  const asRead = await app.request(getSettings, { as: owner });
  const settings = { ...asRead, paperSize: "Letter" } as const;
  await app.request(updateSettings, { as: owner, body: { asRead, settings } });
  expect(await sizeOfPreview()).toEqual(["612 × 792"]);
  const body = { asRead: settings, settings: { ...settings, paperSize: "Legal" as never } };
  expect(await app.refusal(updateSettings, { as: owner, body })).toMatchObject({ status: 400 });
});

test("FIELD-8 accepted documents, signed copies and invoices have the chosen size", async () => {
  const owner = await makeAdmin(app.db, "owner");
  const asRead = await app.request(getSettings, { as: owner });
  const settings = { ...asRead, paperSize: "Letter" } as const;
  await app.request(updateSettings, { as: owner, body: { asRead, settings } });
  const { organization, writer, documentId } = await makeSigning(app);
  const { organizationId } = organization;

  const { document } = await makeQuote(app.db, { organizationId });
  const params = { id: document.uniqueDocumentId };
  const { contentHash } = await app.request(getDocument, { as: writer, params });
  const body = { uniqueDocumentId: params.id, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { as: writer, params, body });
  const accepted = async () =>
    (await app.request(getDocument, { as: writer, params })).documentSnapshots[0]?.uri;
  await expect.poll(accepted).toBeDefined();
  expect(await sizesAt(await accepted())).toEqual(["612 × 792"]);

  await app.request(signGeneralDocument, { as: writer, body: signingBody(writer, documentId) });
  const signed = async () => (await signaturesOf(app, documentId))[0];
  await expect.poll(async () => (await signed())?.fileId).toBeTruthy();
  const copy = { params: { id: (await signed())?.signedGeneralDocumentId ?? "" } };
  expect(await sizesAt((await app.request(getSignature, { as: owner, ...copy })).s3uri)).toEqual([
    "612 × 792",
  ]);

  const sums = { subtotal: "100", gst: "10", gstPercent: "10", total: "110" };
  const { invoiceId } = await makeInvoice(app.db, { organizationId, ...sums });
  await makeInvoiceLine(app.db, { invoiceId });
  await renderInvoicePdf.run(app.deps, { invoiceId });
  const { uri } = await app.request(getInvoice, { as: writer, params: { id: invoiceId } });
  expect(await sizesAt(uri)).toEqual(["612 × 792"]);
});
