import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct, changeProduct, listProducts } from "#contract/admin/products.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import type { Product } from "#domain/products/product.ts";
import { auditEvents } from "#server/audit/tables.ts";
import { uniqueDocuments } from "#server/documents/tables.ts";
import { products } from "#server/products/tables.ts";
import {
  makeAdmin,
  makeDocument,
  makePerson,
  makeProduct,
  makeQuote,
  makeWorkOrder,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

let app: TestApp;
let viewer: TestPerson;
let editor: TestPerson;
beforeAll(async () => {
  app = await createTestApp();
  viewer = await makeAdmin(app.db, "viewer");
  editor = await makeAdmin(app.db, "editor");
});
afterAll(() => app?.close());

const DESIGN = { productName: "Design", productUnit: "hour", productRate: 140.125 };

const add = (body = DESIGN) => app.request(addProduct, { as: editor, body });
const list = () => app.request(listProducts, { as: viewer });
const stored = async (id: string) => (await list()).find(({ productId }) => productId === id);

type Details = Partial<typeof DESIGN>;
/** A change of some fields of a product, as its editor read it. */
function changing({ productId, ...asRead }: Product, details: Details) {
  const now = { ...DESIGN, ...asRead, ...details } as typeof DESIGN;
  return { as: editor, params: { id: productId }, body: { ...now, asRead } };
}

const auditOf = (subjectId: string) =>
  app.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, subjectId))
    .orderBy(asc(auditEvents.at), asc(auditEvents.auditEventId));

/** A document that quotes one hour of the product, and a writer of its organization. */
async function quote({ productId }: Product, status: "DRAFT" | "PENDING") {
  const writer = await makePerson(app.db);
  const { document } = await makeQuote(app.db, {
    organizationId: writer.organizationId,
    workOrders: [{ products: [{ productId, total: "1" }] }],
    document: { status },
  });
  return { writer, id: document.uniqueDocumentId };
}

const totalOf = async (id: string) => {
  const [row] = await app.db.select().from(uniqueDocuments).where(eq(uniqueDocuments.uniqueDocumentId, id));
  return row?.totalCost;
};

test("COMPANY-5 an editor adds and changes a product, a viewer reads it, and each change is on record", async () => {
  const added = await add({ ...DESIGN, productName: "  Design  " });
  expect(added).toMatchObject(DESIGN);
  expect(await stored(added.productId)).toEqual(added);
  const changed = await app.request(changeProduct, changing(added, { productRate: 0.000001 }));
  expect(changed).toEqual({ ...added, productRate: 0.000001 });
  expect(await stored(added.productId)).toEqual(changed);
  // The same once more is no change.
  await app.request(changeProduct, changing(changed, {}));

  const by = { userProfileId: editor.userProfileId, organizationId: null };
  const audit = await auditOf(added.productId);
  expect(audit).toMatchObject([
    { ...by, action: "product.add", details: DESIGN },
    {
      ...by,
      action: "product.change",
      details: { before: DESIGN, after: { ...DESIGN, productRate: 0.000001 } },
    },
  ]);
  expect(audit).toHaveLength(2);
});

test("COMPANY-5 the catalogue is in the order of its names, without deleted products", async () => {
  const word = unique("Catalogue");
  for (const name of ["10 pages", "2 pages", "élan", "Zoom"]) {
    await makeProduct(app.db, { productName: `${word} ${name}` });
  }
  await makeProduct(app.db, { productName: `${word} gone`, deletedAt: new Date() });
  const names = (await list()).flatMap(({ productName }) => productName.split(`${word} `)[1] ?? []);
  expect(names).toEqual(["2 pages", "10 pages", "élan", "Zoom"]);
});

test.each([
  ["no name", { productName: " " }, "Please enter a name"],
  ["a long name", { productName: "x".repeat(201) }, "Please use at most 200 characters"],
  ["a name of two lines", { productName: "Design\nand more" }, "Please use one line"],
  ["a NUL", { productName: "De\0sign" }, "character that cannot be kept"],
  ["half of a character", { productUnit: "h\ud800" }, "character that cannot be kept"],
  ["no unit", { productUnit: "" }, "Please enter a unit"],
  ["a long unit", { productUnit: "x".repeat(41) }, "Please use at most 40 characters"],
  ["an escape in the unit", { productUnit: "ho\u001bur" }, "Please use one line"],
  ["a rate below zero", { productRate: -1 }, "A rate is 0 or more"],
  ["a rate of 7 decimals", { productRate: 0.0000001 }, "Expected at most 6 decimals"],
  ["a rate of a trillion", { productRate: 1e12 }, "Expected a number below"],
  ["a rate as text", { productRate: "140" }, "number"],
  ["no rate", { productRate: null }, "number"],
  ["a field of the server's", { productId: "mine" }, "Unrecognized key"],
])("COMPANY-5 API-1 %s is refused in words, and nothing is kept", async (_what, given, told) => {
  const product = await add();
  const before = await list();
  const { productId: _, ...asRead } = product;
  const asked = [
    ["POST /api/product/admin", { ...DESIGN, ...given }],
    [`PATCH /api/product/admin/${product.productId}`, { ...DESIGN, ...given, asRead }],
  ] as const;
  for (const [call, body] of asked) {
    const response = await app.rawRequest(call, { as: editor, body });
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect(error).toMatchObject({ code: "invalid", message: expect.stringContaining(told) });
  }
  expect(await list()).toEqual(before);
});

test("COMPANY-5 a product that is not there, or was deleted, is not changed", async () => {
  const product = await add();
  const gone = { ...product, productId: "no-such-product" };
  expect(await app.refusal(changeProduct, changing(gone, {}))).toMatchObject({ status: 404 });
  await app.db
    .update(products)
    .set({ deletedAt: new Date() })
    .where(eq(products.productId, product.productId));
  expect(await app.refusal(changeProduct, changing(product, { productRate: 1 }))).toMatchObject({
    status: 404,
  });
});

test("COMPANY-5 of two editors who change a product at once the second is told, and nothing is lost", async () => {
  const product = await add();
  const [one, other] = await Promise.all(
    [150, 160].map((productRate) =>
      app.rawRequest(`PATCH /api/product/admin/${product.productId}`, changing(product, { productRate })),
    ),
  );
  expect([one?.status, other?.status].toSorted()).toEqual([200, 409]);
  const refused = (await (one?.status === 409 ? one : other)?.json()) as { error: { details: unknown } };
  const now = await stored(product.productId);
  expect([150, 160]).toContain(now?.productRate);
  expect(refused.error).toMatchObject({
    message: expect.stringContaining("Your change was not saved"),
    details: { reason: "changed-meanwhile", product: now },
  });
  expect(await auditOf(product.productId)).toHaveLength(2);
});

test("COMPANY-5 PRICE-1 a product that documents quote before their decision is not changed", async () => {
  const product = await add();
  const { writer, id } = await quote(product, "PENDING");
  await quote(product, "PENDING");
  await quote(product, "DRAFT");
  const before = await app.request(getDocument, { as: writer, params: { id } });
  for (const details of [{ productRate: 1 }, { productName: "Other" }, { productUnit: "day" }]) {
    expect(await app.refusal(changeProduct, changing(product, details))).toEqual({
      status: 409,
      code: "conflict",
      message:
        "2 documents that wait for a client's decision quote this product, so clients would see it change while they " +
        "read. Nothing was changed. Please wait for the decision, or add another product for new work.",
      details: { reason: "quoted", documents: 2 },
    });
  }
  expect(await stored(product.productId)).toEqual(product);
  expect(await app.request(getDocument, { as: writer, params: { id } })).toEqual(before);
  expect(await auditOf(product.productId)).toHaveLength(1);
});

test("COMPANY-5 a document holds only the products that its page shows", async () => {
  const product = await add();
  const { uniqueDocumentId, organizationId } = await makeDocument(app.db);
  const { productId } = product;
  await makeWorkOrder(app.db, { uniqueDocumentId, organizationId, products: [{ productId, total: "1" }] });
  expect(await app.request(changeProduct, changing(product, { productRate: 1 }))).toMatchObject({
    productRate: 1,
  });
});

test("COMPANY-5 a decided document never changes, and a draft has its new total", async () => {
  const product = await add({ ...DESIGN, productRate: 100 });
  const { writer, id } = await quote(product, "PENDING");
  const draft = await quote(product, "DRAFT");
  const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
  await app.request(approveDocument, {
    as: writer,
    params: { id },
    body: { uniqueDocumentId: id, status: "APPROVED", contentHash },
  });
  const pageNow = async () => (await app.request(getDocument, { as: writer, params: { id } })).puckState;
  const before = { page: await pageNow(), total: await totalOf(id) };
  await app.request(changeProduct, changing(product, { productName: "Dearer", productRate: 200.25 }));
  expect({ page: await pageNow(), total: await totalOf(id) }).toEqual(before);
  expect(JSON.stringify(before.page)).not.toContain("Dearer");
  expect(await totalOf(draft.id)).toBe("220.280000");
});

test("COMPANY-5 a rate that makes a draft uncountable changes nothing", async () => {
  const product = await add();
  await quote(product, "DRAFT");
  const refusal = await app.refusal(changeProduct, changing(product, { productRate: 999_999_999_999 }));
  expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining("Nothing was changed") });
  expect(await stored(product.productId)).toEqual(product);
});
