import { eq } from "drizzle-orm";
import { invoiceDocument } from "#contract/admin/invoices.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { attestAdded } from "#server/verification/attest-earlier.ts";
import { makeAdmin, makeOrganization, makePerson, makeProduct, makeQuote } from "./factories.ts";
import type { TestApp } from "./make-app.ts";

/**
 * Work that a client has accepted: $1,111.05 with a discount of 10 %, and 2 × $30 wanted beside work that was not. It
 * comes to $1,059.95 and $105.99 of GST.
 */
export async function makeAcceptedWork(app: TestApp) {
  const organization = await makeOrganization(app.db, { organizationName: "Harbour Coffee Roasters" });
  const { organizationId } = organization;
  const writer = await makePerson(app.db, { organization });
  const reader = await makePerson(app.db, { organization, permission: "read" });
  const bar = await makeProduct(app.db, {
    productName: "Espresso bar",
    productUnit: null,
    productRate: "1111.05",
  });
  const hour = await makeProduct(app.db, { productName: "Painting", productRate: "30" });
  const { document, workOrders } = await makeQuote(app.db, {
    organizationId,
    workOrders: [
      { name: "Fit-out", products: [{ productId: bar.productId, total: "1" }], discountPercent: "10" },
      {
        name: "Signs",
        products: [{ productId: hour.productId, total: "2" }],
        isOptional: true,
        doesClientWantWorkDone: true,
      },
      { name: "Terrace", products: [{ productId: hour.productId, total: "9" }], isOptional: true },
    ],
    document: { name: "Shop fit-out", externalId: "P-1042" },
  });
  const { uniqueDocumentId: id } = document;
  const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { as: writer, params: { id }, body });
  return { organizationId, writer, reader, id, workOrders, productId: bar.productId };
}

/** An editor of the company, and how they invoice a part of a document. */
export async function openInvoicing(app: TestApp) {
  const editor = await makeAdmin(app.db, "editor");
  const invoicing = (id: string, percent = 100, isIssued = true) => ({
    as: editor,
    params: { id },
    body: { percent, dueDate: "2026-12-05", isIssued },
  });
  return {
    editor,
    invoicing,
    invoice: (id: string, percent?: number, isIssued?: boolean) =>
      app.request(invoiceDocument, invoicing(id, percent, isIssued)),
  };
}

/** An imported accepted document, whose page has a price of $50 and GST. */
export async function acceptElsewhere(
  { db, deps }: Pick<TestApp, "db" | "deps">,
  document: { uniqueDocumentId: string; organizationId: string },
) {
  const { uniqueDocumentId, organizationId } = document;
  const lineItems = [{ product: "Flour", price: 50, count: 1, countLabel: "" }];
  const page = {
    root: { props: {} },
    content: [{ type: "PricingTable", props: { id: "prices", lineItems } }],
  };
  const decision = {
    uniqueDocumentId,
    organizationId,
    page,
    decision: "APPROVED" as const,
    decidedAt: new Date(),
    userName: "Ada",
    userEmail: "ada@example.test",
    organizationName: organizationId,
    contentHash: "0".repeat(64),
    totalCost: "55",
  };
  await db.transaction(async (tx) => {
    await tx
      .update(uniqueDocuments)
      .set({ status: "APPROVED", totalCost: decision.totalCost, shownTotal: decision.totalCost })
      .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
    await tx.insert(documentDecisions).values(decision);
    await attestAdded(tx, deps.evidence, new Date());
  });
  return document;
}
