import { pgTable, text } from "drizzle-orm/pg-core";
import { decimal, id, moment } from "../db/columns.ts";

export const products = pgTable("products", {
  productId: id("product_id").primaryKey(),
  productName: text("product_name").notNull(),
  productUnit: text("product_unit"),
  productRate: decimal("product_rate"),
  createdAt: moment("created_at").notNull().defaultNow(),
  /** A deleted product stays for the lines that name it, which then show it as unknown. */
  deletedAt: moment("deleted_at"),
});
