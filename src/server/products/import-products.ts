import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import { writeCsv } from "#domain/csv/write-csv.ts";
import {
  type PlannedProduct,
  PRODUCT_COLUMNS,
  planProductImport,
} from "#domain/products/plan-product-import.ts";
import type { Change } from "../access/change.ts";
import type { DbOrTx } from "../db/database.ts";
import { insertMany, isAnyOf } from "../db/many-rows.ts";
import { updateTotals } from "../documents/content.ts";
import { type ImportNoun, inBatches } from "../imports/import-noun.ts";
import { products } from "../schema/products.ts";
import { findCatalogue, lockDraftsShowing } from "./queries.ts";

export const productImport: ImportNoun<keyof typeof PRODUCT_COLUMNS, PlannedProduct> = {
  columns: PRODUCT_COLUMNS,
  plan: async (reader, { style }) => planProductImport(await findCatalogue(reader), style),
  savedCells: ({ next }) => ({
    Name: next.productName,
    Unit: next.productUnit ?? "",
    Rate: next.productRate === null ? "" : String(next.productRate),
    Status: next.isRetired ? "Retired" : "Current",
  }),
  // Drafts first, like every change of work and products.
  async lock(tx, plannedRows) {
    const ids = plannedRows.flatMap(({ was }) => (was ? [was.productId] : []));
    await lockDraftsShowing(tx, ids);
    await tx
      .select({ productId: products.productId })
      .from(products)
      .where(isAnyOf(products.productId, ids))
      .orderBy(products.productId)
      .for("update");
  },
  async apply(opened, _deps, { added, changed }, wrote) {
    await inBatches(added, wrote, (part) => addNew(opened, part));
    await changeOthers(opened, changed);
    wrote(changed.length);
  },
};

async function addNew({ tx, at, recordAll }: Change, plannedRows: readonly PlannedProduct[]): Promise<void> {
  const added = plannedRows.map(({ next }) => ({ productId: v7(), ...next }));
  const rows = added.map(({ isRetired, productRate, ...product }) => ({
    ...product,
    productRate: productRate === null ? null : String(productRate),
    createdAt: at,
    retiredAt: isRetired ? at : null,
  }));
  await insertMany(tx, products, rows);
  await recordAll(
    added.map(({ productId, isRetired: _, ...details }) => ({
      action: "product.add" as const,
      subjectId: productId,
      details,
    })),
  );
}

async function changeOthers(
  { tx, at, recordAll }: Change,
  plannedRows: readonly PlannedProduct[],
): Promise<void> {
  const changed = plannedRows.flatMap(({ was, next }) => (was ? [{ was, next }] : []));
  if (changed.length === 0) return;
  const rows = changed.map(({ was, next }) => ({ ...next, productId: was.productId }));
  await tx.execute(sql`
    update products set product_name = given."productName", product_unit = given."productUnit",
      product_rate = given."productRate",
      retired_at = case when given."isRetired" then coalesce(retired_at, ${at.toISOString()}::timestamptz) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("productId" text, "productName" text,
      "productUnit" text, "productRate" numeric, "isRetired" boolean)
    where product_id = given."productId"`);
  const ids = rows.map(({ productId }) => productId);
  for (const { organizationId, uniqueDocumentId } of await lockDraftsShowing(tx, ids)) {
    await updateTotals(tx, organizationId, uniqueDocumentId);
  }
  await recordAll(
    changed.map(({ was: { productId, ...before }, next: after }) => ({
      action: "product.change" as const,
      subjectId: productId,
      details: { before: detailsOf(before), after: detailsOf(after), isRetired: after.isRetired },
    })),
  );
}

function detailsOf({ productName, productUnit, productRate }: PlannedProduct["next"]) {
  return { productName, productUnit, productRate };
}

/** The whole catalogue, as an import takes it back. */
export async function writeCatalogue(reader: DbOrTx): Promise<string> {
  const rows = (await findCatalogue(reader)).map((one) => [
    one.productId,
    one.productName,
    one.productUnit,
    one.productRate,
    one.isRetired ? "Retired" : "Current",
  ]);
  return writeCsv(Object.keys(PRODUCT_COLUMNS), rows);
}
