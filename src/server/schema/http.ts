import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "../db/columns.ts";

/** Attempts in the current window, per account and per network address. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").primaryKey(),
    attempts: integer("attempts").notNull(),
    windowEndsAt: moment("window_ends_at").notNull(),
  },
  (table) => [index("rate_limits_window_ends_at").on(table.windowEndsAt)],
);
