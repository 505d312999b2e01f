import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { addProduct, importProducts, listProducts } from "#contract/admin/products.ts";
import { listDocuments } from "#contract/documents.ts";
import { makeAdmin, makePerson } from "#tests/support/factories.ts";
import { createTestApp } from "#tests/support/make-app.ts";

const ROWS = 6000;
const rowsOf = (last: string) =>
  ["Name,Unit,Rate", ...Array.from({ length: ROWS - 1 }, (_, n) => `Part number ${n},piece,1.25`), last].join(
    "\n",
  );

test("COMPANY-13 during the import of a long file others read the earlier data, and a kill leaves nothing of it", async () => {
  const app = await createTestApp();
  const dataDir = app.variables.DATA_DIR ?? "";
  const killed = mkdtempSync(join(tmpdir(), "counterpart-killed-"));
  try {
    const owner = await makeAdmin(app.db, "owner");
    const client = await makePerson(app.db, { permission: "write" });
    const product = { productName: "Survey", productUnit: "hour", productRate: 90 };
    await app.request(addProduct, { as: owner, body: product });
    const names = async () => (await app.request(listProducts, { as: owner })).map((one) => one.productName);

    const wrong = rowsOf("Last part,piece,much");
    expect(await app.refusal(importProducts, { as: owner, body: { csv: wrong } })).toMatchObject({
      status: 400,
      details: { reason: "wrong-rows", line: ROWS + 1, column: "Rate" },
    });
    expect(await names()).toEqual(["Survey"]);

    const order: string[] = [];
    const progressId = crypto.randomUUID();
    const csv = rowsOf("Last part,piece,1.25");
    const importing = app.request(importProducts, { as: owner, body: { csv, progressId } }).then((counts) => {
      order.push("import");
      return counts;
    });
    const progress = async () => (await app.rawRequest(`GET /api/import-progress/${progressId}`)).json();
    await expect.poll(progress).toMatchObject({ data: { step: "writing" } });
    // What a kill leaves on the disk now.
    cpSync(dataDir, killed, { recursive: true, filter: (path) => basename(path) !== "lock" });
    expect(await names()).toEqual(["Survey"]);
    expect(await app.request(listDocuments, { as: client })).toEqual([]);
    order.push("readers");
    const adding = app.request(addProduct, { as: owner, body: { ...product, productName: "Later" } });
    expect(await importing).toMatchObject({ new: ROWS });
    await adding;
    expect(order).toEqual(["readers", "import"]);
    expect(await names()).toHaveLength(ROWS + 2);
    expect(existsSync(join(dataDir, "database.aside"))).toBe(false);

    expect(existsSync(join(killed, "database.aside"))).toBe(true);
    const again = await createTestApp({ ...app.variables, DATA_DIR: killed });
    const found = await again.request(listProducts, { as: owner });
    expect(found.map((one) => one.productName)).toEqual(["Survey"]);
    expect(existsSync(join(killed, "database.aside"))).toBe(false);
    await again.close();
  } finally {
    await app.close();
    rmSync(killed, { recursive: true, force: true });
  }
});
