import { sql } from "drizzle-orm";
import { index, integer, numeric, pgTable, text } from "drizzle-orm/pg-core";
import { id } from "../db/columns.ts";

/**
 * How many rows a list has of each kind and status, by triggers (count-triggers.ts). A figure is the sum of several rows,
 * so that transactions which change it never wait for each other.
 */
export const listCounts = pgTable(
  "list_counts",
  {
    listCountId: id("list_count_id").primaryKey().default(sql`gen_random_uuid()`),
    list: text("list").notNull(),
    /** `*` for all organizations together. */
    organizationId: id("organization_id").notNull(),
    kind: text("kind").notNull(),
    status: text("status").notNull(),
    rows: integer("rows").notNull(),
    /** The sum of the shown amounts, how many rows show one, and how many hide one. */
    amount: numeric("amount").notNull(),
    amounts: integer("amounts").notNull(),
    hidden: integer("hidden").notNull(),
  },
  (table) => [index("list_counts_figure").on(table.list, table.organizationId, table.kind, table.status)],
);
