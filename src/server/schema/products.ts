import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { decimal, id, timestamptz, version } from "../db/columns.ts";
import { wordsColumn } from "../db/words-sql.ts";

/** A deleted product stays only for the lines that name it. */
export function isInCatalogue({ deletedAt }: { deletedAt: SQLWrapper }): SQL {
  return sql`${deletedAt} is null`;
}

export const products = pgTable(
  "products",
  {
    productId: id("product_id").primaryKey(),
    productName: text("product_name").notNull(),
    productUnit: text("product_unit"),
    productRate: decimal("product_rate"),
    recordVersion: version(),
    createdAt: timestamptz("created_at").notNull().defaultNow(),
    /** Since when new work cannot choose the product; null: it can. */
    retiredAt: timestamptz("retired_at"),
    /** A deleted product stays for the lines that name it, which then show it as unknown. */
    deletedAt: timestamptz("deleted_at"),
    /** A generated column for searching. */
    words: wordsColumn(["product_name"]),
  },
  (table) => [index("products_words").using("gin", table.words)],
);
