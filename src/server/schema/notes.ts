import { index, pgTable, text } from "drizzle-orm/pg-core";
import { id, moment } from "../db/columns.ts";
import { organizations } from "./organizations.ts";

/** The company's notes about organizations. Only the company sees these rows. */
export const notes = pgTable(
  "notes",
  {
    noteId: id("note_id").primaryKey(),
    organizationId: id("organization_id")
      .notNull()
      .references(() => organizations.organizationId, { onDelete: "cascade" }),
    text: text("text").notNull(),
    /** Names at that time. */
    writtenBy: text("written_by").notNull(),
    writtenAt: moment("written_at").notNull(),
    changedBy: text("changed_by"),
    changedAt: moment("changed_at"),
  },
  (table) => [index("notes_organization_id").on(table.organizationId, table.writtenAt.desc())],
);
