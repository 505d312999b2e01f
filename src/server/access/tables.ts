import { char, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment } from "../db/columns.ts";

/** Requests that came with an idempotency key, and what was answered; a row is kept for a day. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** "person <userProfileId>", with the organization they act for, or "network <address>" of a visitor. */
    caller: text("caller").notNull(),
    /** "POST unique-document/user/{id}/approve" */
    call: text("call").notNull(),
    key: text("key").notNull(),
    /** Of the request's parameters and body. */
    requestHash: char("request_hash", { length: 64 }).notNull(),
    /** The answer as JSON; null only until the transaction of the change ends. */
    answer: text("answer"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.call, table.key] }),
    index("idempotency_keys_created_at").on(table.createdAt),
  ],
);
