import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { hash, timestamptz } from "../db/columns.ts";

/** Requests with an idempotency key, and their answers. Rows are kept for a day. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** "person <userProfileId>" with the organization they act for, or "network <address>" for a visitor. */
    caller: text("caller").notNull(),
    /** "POST unique-document/user/{id}/approve" */
    call: text("call").notNull(),
    key: text("key").notNull(),
    /** The hash of the request's parameters and body. */
    requestHash: hash("request_hash").notNull(),
    /** The answer as JSON; null until the end of the change's transaction. */
    answer: text("answer"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.call, table.key] }),
    index("idempotency_keys_created_at").on(table.createdAt),
  ],
);

/** Attempts in the current window, per account and per network address. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").primaryKey(),
    attempts: integer("attempts").notNull(),
    windowEndsAt: timestamptz("window_ends_at").notNull(),
  },
  (table) => [index("rate_limits_window_ends_at").on(table.windowEndsAt)],
);

/** The job that each worker of the queue runs or ran last, so that a restart finds those of a killed process at once. */
export const jobWorkers = pgTable("job_workers", {
  workerId: uuid("worker_id").primaryKey(),
  process: integer("process").notNull(),
  queue: text("queue").notNull(),
  jobId: uuid("job_id").notNull(),
  retryCount: integer("retry_count").notNull(),
});
