import { afterAll, beforeAll, expect, test } from "vitest";
import { changeProduct } from "#contract/admin/products.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { makeAdmin, makePerson, makeProduct, makeQuote } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

/** Sends a call that may be refused with 409. Returns its status. */
async function statusOf(answer: Promise<Response>): Promise<number> {
  const { status } = await answer;
  return status;
}

test("COMPANY-5 a change of a product comes wholly before or wholly after an acceptance of its price", async () => {
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
    const asRead = { productName, productUnit, productRate: 100 };
    const [accepted, changed] = await Promise.all([
      app.request(approveDocument, {
        as: writer,
        params,
        body: { uniqueDocumentId, status: "APPROVED", contentHash },
      }),
      statusOf(
        app.rawRequest(`PATCH /api/${changeProduct.path.replace("{id}", productId)}`, {
          as: editor,
          body: { ...asRead, productRate: 200, asRead },
        }),
      ),
    ]);
    expect([200, 409]).toContain(changed);
    expect(accepted).toMatchObject({ status: "APPROVED", contentHash, totalCost: 110 });
    expect(await app.request(getDocument, { as: writer, params })).toMatchObject({
      contentHash,
      totalCost: 110,
    });
  });
  await Promise.all(rounds);
});
