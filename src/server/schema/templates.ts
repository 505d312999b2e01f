import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { PuckState } from "#domain/page/page.ts";
import type { OwnVariable } from "#domain/templates/own-variable.ts";
import { id, timestamptz, version } from "../db/columns.ts";
import { wordsColumn } from "../db/words-sql.ts";
import { ofPerson } from "./account.ts";

/** Pages that new documents begin with. A document remembers its template by id, and keeps a page of its own. */
export const templates = pgTable(
  "templates",
  {
    templateId: id("template_id").primaryKey(),
    name: text("name").notNull(),
    description: text("description").notNull(),
    variables: jsonb("variables").$type<OwnVariable[]>().notNull(),
    /** After how many days its documents end by default; null: they have no end. */
    validDays: integer("valid_days"),
    recordVersion: version(),
    /** The page in the editor's format, without work orders. */
    page: jsonb("page").$type<PuckState>().notNull(),
    /** Rises with every saved page, so that the second of two editors is told. */
    pageRevision: integer("page_revision").notNull().default(1),
    pageSavedAt: timestamptz("page_saved_at").notNull(),
    pageSavedBy: ofPerson("page_saved_by", "set null"),
    createdAt: timestamptz("created_at").notNull(),
    /** The latest change of the details or of the page. */
    updatedAt: timestamptz("updated_at").notNull(),
    /** Since when new documents cannot choose it; null: they can. */
    retiredAt: timestamptz("retired_at"),
    words: wordsColumn(["name", "description"]),
  },
  (table) => [
    index("templates_words").using("gin", table.words),
    index("templates_page_saved_by").on(table.pageSavedBy),
    check("templates_valid_days", sql`${table.validDays} between 1 and 3650`),
    check("templates_page_revision", sql`${table.pageRevision} >= 1`),
  ],
);

/** Blocks that the company keeps to put copies of them into documents. Only the company sees these rows. */
export const sections = pgTable("sections", {
  sectionId: id("section_id").primaryKey(),
  name: text("name").notNull(),
  recordVersion: version(),
  /** As it was saved, with blocks of any type. */
  page: jsonb("page").$type<PuckState>().notNull(),
  madeBy: text("made_by").notNull(),
  madeAt: timestamptz("made_at").notNull(),
});
