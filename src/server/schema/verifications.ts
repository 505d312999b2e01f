import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, timestamptz } from "../db/columns.ts";

/** Every comparison of all evidence with what it proves, for some months. The evidence does not depend on these rows. */
export const evidenceVerifications = pgTable(
  "evidence_verifications",
  {
    verificationId: id("verification_id").primaryKey(),
    requestedAt: timestamptz("requested_at").notNull(),
    /** Null: it waits or runs, or was never finished. */
    endedAt: timestamptz("ended_at"),
    /** What was compared: "37 events in 4 chains and 13 files". Null until it has ended, as are the next two. */
    compared: text("compared"),
    isIntact: boolean("is_intact"),
    differences: integer("differences"),
    /** One of the differences, as a sentence. */
    firstDifference: text("first_difference"),
  },
  (table) => [
    index("evidence_verifications_ended_at").on(table.endedAt.desc()),
    index("evidence_verifications_requested_at").on(table.requestedAt.desc()),
  ],
);
