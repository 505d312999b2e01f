import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { importWorkOrders } from "#contract/admin/imports.ts";
import { changeProduct, importProducts } from "#contract/admin/products.ts";
import { addWorkOrder, changeWorkOrder, getManagedWorkOrder } from "#contract/admin/work-orders.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { detailsOf } from "#domain/work-orders/work-order-details.ts";
import type { Tx } from "#server/db/database.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { products } from "#server/schema/products.ts";
import { workOrderProducts } from "#server/schema/work-orders.ts";
import { allocateNumbers } from "#server/work-orders/create-work-orders.ts";
import { PLAIN } from "#tests/support/company-work.ts";
import { makeAdmin, makePerson, makeProduct, makeQuote } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { untilWaiting } from "#tests/support/until-waiting.ts";

const app = await startTestApp();

test("COMPANY-5 a product that changes during an acceptance does not change what is accepted", async () => {
  const editor = await makeAdmin(app.db, "editor");
  const rounds = Array.from({ length: 8 }, async () => {
    const writer = await makePerson(app.db);
    const { productId, productName, productUnit } = await makeProduct(app.db, { productRate: "100" });
    const { document } = await makeQuote(app.db, {
      organizationId: writer.organizationId,
      workOrders: [{ products: [{ productId, total: "1" }] }],
    });
    const { uniqueDocumentId } = document;
    const params = { id: uniqueDocumentId };
    const { contentHash } = await app.request(getDocument, { as: writer, params });
    const asRead = { productName, productUnit: productUnit ?? "hour", productRate: 100 };
    const [accepted] = await Promise.all([
      app.request(approveDocument, {
        as: writer,
        params,
        body: { uniqueDocumentId, status: "APPROVED", contentHash },
      }),
      app.request(changeProduct, {
        as: editor,
        params: { id: productId },
        body: { ...asRead, productRate: 200, asRead },
      }),
    ]);
    expect(accepted).toMatchObject({ status: "APPROVED", contentHash, totalCost: 110 });
    expect(await app.request(getDocument, { as: writer, params })).toMatchObject({
      contentHash,
      totalCost: 110,
    });
  });
  await Promise.all(rounds);
});

test("COMPANY-5 a product and work that charges for it change at the same moment, and both are saved", async () => {
  const editor = await makeAdmin(app.db, "editor");
  const rounds = Array.from({ length: 12 }, async () => {
    const { productId, productName, productUnit } = await makeProduct(app.db, { productRate: "100" });
    const { workOrders } = await makeQuote(app.db, {
      document: { status: "DRAFT", shownAt: null },
      workOrders: [{ products: [{ productId, total: "1" }] }],
    });
    const params = { id: workOrders[0]?.workOrderId ?? "" };
    const asRead = { productName, productUnit: productUnit ?? "hour", productRate: 100 };
    const read = detailsOf(await app.request(getManagedWorkOrder, { as: editor, params }));
    const products = [{ productId, total: 3 }];
    const [product, work] = await Promise.all([
      app.request(changeProduct, {
        as: editor,
        params: { id: productId },
        body: { ...asRead, productRate: 200, asRead },
      }),
      app.request(changeWorkOrder, { as: editor, params, body: { ...read, products, asRead: read } }),
    ]);
    expect(product.productRate).toBe(200);
    expect(work.products).toEqual(products);
  });
  await Promise.all(rounds);
});

/** A draft that charges for a product, and an editor of the company. */
async function makePricedDraft() {
  const editor = await makeAdmin(app.db, "editor");
  const product = await makeProduct(app.db, { productRate: "100" });
  const { productId } = product;
  const { document, workOrders } = await makeQuote(app.db, {
    document: { status: "DRAFT", shownAt: null },
    workOrders: [{ products: [{ productId, total: "1" }] }],
  });
  return { editor, product, document, work: workOrders[0] };
}

/**
 * Makes a request while another transaction locks a document, as a change of its work does. That transaction runs
 * `in the meantime` once the request waits for the lock.
 */
async function whileLocked<Result>(
  uniqueDocumentId: string,
  request: () => Promise<Result>,
  concurrently: (tx: Tx) => Promise<unknown>,
): Promise<Result> {
  const { request: answer } = await app.db.transaction(async (tx) => {
    await tx
      .select()
      .from(uniqueDocuments)
      .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId))
      .for("update");
    const waiting = { request: request() };
    await untilWaiting(app, 1);
    await concurrently(tx);
    return waiting;
  });
  return answer;
}

test("COMPANY-5 COMPANY-13 an import of products waits for the drafts that quote them before it locks a product", async () => {
  const { editor, product, document, work } = await makePricedDraft();
  const { productId } = product;
  const csv = `ID,Name,Unit,Rate\n${productId},${product.productName},hour,200`;
  const counts = await whileLocked(
    document.uniqueDocumentId,
    () => app.request(importProducts, { as: editor, body: { csv } }),
    (tx) =>
      tx
        .insert(workOrderProducts)
        .values({ workOrderId: work?.workOrderId ?? "", position: 1, productId, total: "2" }),
  );
  expect(counts).toMatchObject({ changed: 1 });
  const [saved] = await app.db
    .select()
    .from(uniqueDocuments)
    .where(eq(uniqueDocuments.uniqueDocumentId, document.uniqueDocumentId));
  expect(Number(saved?.totalCost)).toBe(660);
});

test("COMPANY-6 new work waits for its document before it reserves a number, as copies of the document do", async () => {
  const { editor, document } = await makePricedDraft();
  const { organizationId, uniqueDocumentId } = document;
  const body = { ...PLAIN, organizationId, uniqueDocument: uniqueDocumentId };
  const added = await whileLocked(
    uniqueDocumentId,
    () => app.request(addWorkOrder, { as: editor, body }),
    (tx) => allocateNumbers(tx, 1),
  );
  expect(added).toMatchObject({ uniqueDocument: uniqueDocumentId });
});

test("COMPANY-13 an import of new work waits for its documents before it locks a product", async () => {
  const { editor, product, document } = await makePricedDraft();
  const { organizationId, uniqueDocumentId } = document;
  const csv = `Organization,Name,Document,Products\n${organizationId},Imported,${uniqueDocumentId},${product.productId}: 2`;
  const counts = await whileLocked(
    uniqueDocumentId,
    () => app.request(importWorkOrders, { as: editor, body: { csv } }),
    (tx) =>
      tx
        .select()
        .from(products)
        .where(eq(products.productId, product.productId))
        .for("update", { noWait: true }),
  );
  expect(counts).toMatchObject({ new: 1 });
});
