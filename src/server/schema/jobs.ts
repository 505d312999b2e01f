import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";

/** The job that each worker of the queue runs or ran last, so that a restart finds those of a killed process at once. */
export const jobWorkers = pgTable("job_workers", {
  workerId: uuid("worker_id").primaryKey(),
  process: integer("process").notNull(),
  queue: text("queue").notNull(),
  jobId: uuid("job_id").notNull(),
  retryCount: integer("retry_count").notNull(),
});
