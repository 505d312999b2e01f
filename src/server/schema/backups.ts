import { sql } from "drizzle-orm";
import { bigint, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, timestamptz } from "../db/columns.ts";

/** The scheduled backups and those that an owner requested. The newest rows are retained, and those of stored files. */
export const backupRuns = pgTable(
  "backup_runs",
  {
    backupRunId: id("backup_run_id").primaryKey(),
    startedAt: timestamptz("started_at").notNull(),
    /** The file in the folder of backups; null until it is complete. */
    fileName: text("file_name"),
    byteLength: bigint("byte_length", { mode: "number" }),
    /** The moment whose rows the file has, or shortly before. */
    madeAt: timestamptz("made_at"),
    /** When the file was restored into a scratch database, and what was wrong then. */
    rehearsedAt: timestamptz("rehearsed_at"),
    rehearsalFault: text("rehearsal_fault"),
    /** Why there is no file. */
    fault: text("fault"),
    /** Null: the run is under way, or its process was killed and its job continues it. */
    endedAt: timestamptz("ended_at"),
    /** When the file was removed, or found to be missing. */
    clearedAt: timestamptz("cleared_at"),
  },
  (table) => [
    uniqueIndex("backup_runs_one_at_a_time")
      .on(sql`(${table.endedAt} is null)`)
      .where(sql`${table.endedAt} is null`),
    index("backup_runs_started_at").on(table.startedAt),
  ],
);
