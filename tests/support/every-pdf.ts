import { expect } from "vitest";
import { getSignature } from "#contract/admin/agreements.ts";
import { printDraft } from "#contract/admin/drafts.ts";
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
import type { TestApp } from "#tests/support/make-app.ts";
import { makeSigning, signaturesOf, signingBody } from "#tests/support/signing.ts";

/** The preview of a draft, as an owner gets it. */
export async function printPreview(app: TestApp): Promise<Uint8Array> {
  const owner = await makeAdmin(app.db, "owner");
  const { organizationId } = await makeOrganization(app.db, {});
  const { document } = await makeQuote(app.db, {
    organizationId,
    document: { status: "DRAFT", shownAt: null },
  });
  const { pdf } = await app.request(printDraft, { as: owner, params: { id: document.uniqueDocumentId } });
  return new Uint8Array(Buffer.from(pdf, "base64"));
}

/** The PDFs that the portal stores, one of each kind: an accepted document, a signed copy and an invoice. */
export async function printStoredPdfs(app: TestApp) {
  const owner = await makeAdmin(app.db, "owner");
  const { organization, writer, documentId } = await makeSigning(app);
  const { organizationId } = organization;
  const download = async (uri: string | null | undefined) =>
    new Uint8Array(await (await fetch(`${app.baseUrl}${uri}`)).arrayBuffer());

  const { document } = await makeQuote(app.db, { organizationId });
  const params = { id: document.uniqueDocumentId };
  const { contentHash } = await app.request(getDocument, { as: writer, params });
  const body = { uniqueDocumentId: params.id, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { as: writer, params, body });
  const accepted = async () =>
    (await app.request(getDocument, { as: writer, params })).documentSnapshots[0]?.uri;
  await expect.poll(accepted).toBeDefined();

  await app.request(signGeneralDocument, { as: writer, body: signingBody(writer, documentId) });
  const signed = async () => (await signaturesOf(app, documentId))[0];
  await expect.poll(async () => (await signed())?.fileId).toBeTruthy();
  const copy = { params: { id: (await signed())?.signedGeneralDocumentId ?? "" } };

  const sums = { subtotal: "100", gst: "10", gstPercent: "10", total: "110" };
  const { invoiceId } = await makeInvoice(app.db, { organizationId, ...sums });
  await makeInvoiceLine(app.db, { invoiceId });
  await renderInvoicePdf.run(app.deps, { invoiceId });
  const invoice = await app.request(getInvoice, { as: writer, params: { id: invoiceId } });

  return {
    accepted: await download(await accepted()),
    signed: await download((await app.request(getSignature, { as: owner, ...copy })).s3uri),
    invoice: await download(invoice.uri),
  };
}
