import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  addProduct,
  changeProduct,
  checkProducts,
  deleteProduct,
  getProduct,
  importProducts,
  listProducts,
  retireProduct,
} from "#contract/admin/products.ts";
import { changeWorkOrder } from "#contract/admin/work-orders.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import type { Product } from "#domain/products/product.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { products } from "#server/schema/products.ts";
import { openCompany } from "#tests/support/company-work.ts";
import { makeAdmin, makePerson, makeProduct, makeQuote, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const viewer = await makeAdmin(app.db, "viewer");
const editor = await makeAdmin(app.db, "editor");

const DESIGN = { productName: "Design", productUnit: "hour", productRate: 140.125 };

const add = (body = DESIGN) => app.request(addProduct, { as: editor, body });
const list = () => app.request(listProducts, { as: viewer });
const stored = async (id: string) => (await list()).find(({ productId }) => productId === id);

type Details = Partial<typeof DESIGN>;
/** A change of some fields of a product, as its editor read it. */
function changing({ productId, productName, productUnit, productRate }: Product, details: Details) {
  const asRead = { productName, productUnit, productRate };
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
  expect(changed).toEqual({ ...added, productRate: 0.000001, recordVersion: 2 });
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
  ["a NUL", { productName: "De\0sign" }, "character that can't be stored"],
  ["half of a character", { productUnit: "h\ud800" }, "character that can't be stored"],
  ["no unit", { productUnit: "" }, "Please enter a unit"],
  ["a long unit", { productUnit: "x".repeat(41) }, "Please use at most 40 characters"],
  ["an escape in the unit", { productUnit: "ho\u001bur" }, "Please use one line"],
  ["a rate below zero", { productRate: -1 }, "A rate is 0 or more"],
  ["a rate of 7 decimals", { productRate: 0.0000001 }, "Please use at most 6 decimals"],
  ["a rate of a trillion", { productRate: 1e12 }, "Please use a number below"],
  ["a rate as text", { productRate: "140" }, "number"],
  ["no rate", { productRate: null }, "number"],
  ["a field of the server's", { productId: "mine" }, "Unrecognized key"],
])("COMPANY-5 API-1 %s is refused in words, and nothing is kept", async (_what, given, told) => {
  const product = await add();
  const before = await list();
  const { productId: _, isRetired: __, ...asRead } = product;
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

test("COMPANY-5 when two editors change a product at once, the second gets a conflict, and nothing is lost", async () => {
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
    message:
      "Someone else has changed this product in the meantime. Your change wasn't saved. Read the current version before you try again.",
    details: { reason: "changed-meanwhile", product: now },
  });
  expect(await auditOf(product.productId)).toHaveLength(2);
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

const isDone = (isRetired: boolean) => ({ isRetired });

test("COMPANY-5 a product in use is retired, not deleted: existing documents keep it, and it cannot be selected again", async () => {
  const product = await add();
  const { productId } = product;
  const draft = await quote(product, "DRAFT");
  const company = await openCompany(app);
  const own = await company.add(draft.writer.organizationId, { products: [{ productId, total: 2 }] });
  const params = { id: productId };
  expect(await app.refusal(deleteProduct, { as: editor, params })).toEqual({
    status: 409,
    code: "conflict",
    message:
      "2 work orders charge for this product, so it is kept. Nothing was deleted. You can retire it instead.",
    details: { reason: "in-use", workOrders: 2 },
  });
  const retired = await app.request(retireProduct, { as: editor, params, body: isDone(true) });
  expect(retired).toEqual({ ...product, isRetired: true });
  expect(await app.request(retireProduct, { as: editor, params, body: isDone(true) })).toEqual(retired);
  expect(await stored(productId)).toEqual(retired);

  // Its work stays editable, with the rate that it may still have changed.
  await app.request(changeProduct, changing(retired, { productRate: 10 }));
  expect(await totalOf(draft.id)).toBe("11.000000");
  const kept = company.changing(own, { products: [{ productId, total: 3 }] });
  expect((await app.request(changeWorkOrder, kept)).products).toEqual([{ productId, total: 3 }]);
  const replacement = { products: [{ productId, total: 1 }] };
  await expect(company.add(draft.writer.organizationId, replacement)).rejects.toThrow(
    "“Design” is retired, so new work can't choose it. Nothing was saved.",
  );
  const other = await company.add(draft.writer.organizationId);
  expect(await app.refusal(changeWorkOrder, company.changing(other, replacement))).toMatchObject({
    status: 400,
    details: { issues: [{ path: "products[0].productId" }] },
  });

  await app.request(retireProduct, { as: editor, params, body: isDone(false) });
  await company.add(draft.writer.organizationId, replacement);
  const told = await app.request(getProduct, { as: viewer, params });
  expect(told).toMatchObject({
    isRetired: false,
    workOrders: 3,
    documents: [{ uniqueDocumentId: draft.id }],
  });
  expect(
    told.history.map(({ what, before, after }) => [what, before?.productRate, after?.productRate]),
  ).toEqual([
    ["restore", undefined, undefined],
    ["change", 140.125, 10],
    ["retire", undefined, undefined],
    ["add", undefined, 140.125],
  ]);
  expect(told.history.every(({ who }) => who?.startsWith("Ada"))).toBe(true);
});

test("COMPANY-5 a product that nothing ever charged for is deleted", async () => {
  const { productId } = await add();
  const params = { id: productId };
  expect(await app.request(deleteProduct, { as: editor, params })).toEqual({ productId });
  expect(await stored(productId)).toBeUndefined();
  for (const refused of [
    app.refusal(getProduct, { as: viewer, params }),
    app.refusal(retireProduct, { as: editor, params, body: isDone(true) }),
    app.refusal(deleteProduct, { as: editor, params }),
  ])
    expect(await refused).toMatchObject({ status: 404, message: "There is no such product." });
  expect((await auditOf(productId)).map(({ action }) => action)).toEqual(["product.add", "product.delete"]);
});

test("COMPANY-5 deleting a product while work selects it: one happens first, and no work names a missing product", async () => {
  const company = await openCompany(app);
  const { organizationId } = await makePerson(app.db);
  const rounds = Array.from({ length: 6 }, async () => {
    const { productId } = await add();
    const [saved, deleted] = await Promise.allSettled([
      company.add(organizationId, { products: [{ productId, total: 1 }] }),
      app.request(deleteProduct, { as: editor, params: { id: productId } }),
    ]);
    expect([saved.status, deleted.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(Boolean(await stored(productId))).toBe(saved.status === "fulfilled");
  });
  await Promise.all(rounds);
});

const check = (csv: string) => app.request(checkProducts, { as: editor, body: { csv } });
const load = (csv: string, asChecked?: string) =>
  app.request(importProducts, { as: editor, body: { csv, ...(asChecked !== undefined && { asChecked }) } });

test("COMPANY-5 a CSV is checked row by row, imported as checked, and changes nothing the second time", async () => {
  const word = unique("Csv");
  const known = await add({ ...DESIGN, productName: `${word} known` });
  const draft = await quote(known, "DRAFT");
  const sent = await quote(known, "PENDING");
  const read = () => app.request(getDocument, { as: sent.writer, params: { id: sent.id } });
  const before = await read();
  const csv = `\uFEFFName;Unit;Rate;Shelf\r\n${word} known;hour;"$1,000.50";A\r\n'=${word};page;2;B\r\n`;
  const report = await check(csv);
  expect(report).toMatchObject({
    rows: [
      { line: 2, fate: "changed", name: `${word} known`, note: "rate from $140.125 to $1,000.50" },
      { line: 3, fate: "new", name: `=${word}`, note: "$2.00 per page" },
    ],
    counts: { new: 1, changed: 1, same: 0, wrong: 0 },
    ignored: ["Shelf"],
  });
  expect(await stored(known.productId)).toEqual(known);
  expect(await load(csv, report.digest)).toEqual(report.counts);
  expect(await stored(known.productId)).toEqual({ ...known, productRate: 1000.5, recordVersion: 2 });
  expect((await list()).filter(({ productName }) => productName === `=${word}`)).toHaveLength(1);
  expect(await totalOf(draft.id)).toBe("1100.550000");
  expect(await read()).toEqual(before);
  expect((await auditOf(known.productId)).map(({ action }) => action)).toEqual([
    "product.add",
    "product.change",
  ]);

  const all = await list();
  expect(await load(csv)).toEqual({ new: 0, changed: 0, same: 2, wrong: 0 });
  expect(await list()).toEqual(all);
  expect(await auditOf(known.productId)).toHaveLength(2);
  // What was checked is not what an import would do now.
  expect(
    await app.refusal(importProducts, { as: editor, body: { csv, asChecked: report.digest } }),
  ).toMatchObject({
    status: 409,
    details: { reason: "changed-meanwhile" },
  });
});

test("COMPANY-5 100,000 rows with a wrong one at the end: the answer names that one, and nothing is imported", async () => {
  const word = unique("Many");
  const rows = Array.from({ length: 99_999 }, (_, n) => `${word} ${n},hour,1\n`);
  const csv = `Name,Unit,Rate\n${rows.join("")}${word},hour,1e12\n`;
  const before = await list();
  const report = await check(csv);
  expect(report.counts).toEqual({ new: 99_999, changed: 0, same: 0, wrong: 1 });
  expect(report.rows).toHaveLength(100_000);
  expect(await app.refusal(importProducts, { as: editor, body: { csv } })).toMatchObject({
    status: 400,
    message:
      "Line 100001, Rate, “1e12”: Please enter dollars, such as 120 or 99.95. 1 of 100000 rows are wrong, so nothing was imported.",
    details: { reason: "wrong-rows", line: 100_001 },
  });
  expect(await list()).toEqual(before);
  const tooMany = `${csv}${word} more,hour,1\n`;
  expect(await app.refusal(checkProducts, { as: editor, body: { csv: tooMany } })).toMatchObject({
    status: 400,
    message: "The file has more than 100,000 rows. Nothing was imported. Please split it.",
  });
});

test("COMPANY-5 of two imports of one file at once the second finds nothing to do", async () => {
  const csv = `Name,Unit,Rate\n${unique("Twice")},hour,1\n`;
  const counts = await Promise.all([load(csv), load(csv)]);
  expect(counts.map((one) => one.new).toSorted()).toEqual([0, 1]);
});

test("COMPANY-5 a file that is no catalogue is refused with its line", async () => {
  expect(await app.refusal(checkProducts, { as: editor, body: { csv: 'Name,Unit,Rate\n"x' } })).toMatchObject(
    {
      status: 400,
      message: "Line 2: A quotation mark opens here and is never closed. Nothing was imported.",
      details: { line: 2 },
    },
  );
});
