import { afterAll, beforeAll, expect, test } from "vitest";
import { changeProduct } from "#contract/admin/products.ts";
import { changeWorkOrder, getAdminWorkOrder } from "#contract/admin/work-orders.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { detailsOf } from "#domain/work-orders/work-order-details.ts";
import { makeAdmin, makePerson, makeProduct, makeQuote } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

test("COMPANY-5 a product that changes at the moment of an acceptance changes nothing of what is accepted", async () => {
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
    const read = detailsOf(await app.request(getAdminWorkOrder, { as: editor, params }));
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
