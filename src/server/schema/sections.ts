import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { PuckState } from "#domain/page/page.ts";
import { id, moment } from "../db/columns.ts";

/** Blocks that the company keeps to put copies of them into documents. Only the company sees these rows. */
export const sections = pgTable("sections", {
  sectionId: id("section_id").primaryKey(),
  name: text("name").notNull(),
  /** As it was saved, with blocks of any type. */
  page: jsonb("page").$type<PuckState>().notNull(),
  madeBy: text("made_by").notNull(),
  madeAt: moment("made_at").notNull(),
});
