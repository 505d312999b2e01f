import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { KEPT_BECAUSE } from "#domain/drafts/revision.ts";
import type { PuckState } from "#domain/page/page.ts";
import { userProfiles } from "../account/tables.ts";
import { id, moment, oneOf } from "../db/columns.ts";
import { partOfDocument, uniqueDocuments } from "../documents/tables.ts";

/** Pages that a draft had, so that nobody loses work. The draft itself has its present page. */
export const documentRevisions = pgTable(
  "document_revisions",
  {
    uniqueDocumentId: id("unique_document_id").notNull(),
    organizationId: id("organization_id").notNull(),
    /** The document's revision with this page. */
    number: integer("number").notNull(),
    savedAt: moment("saved_at").notNull(),
    savedBy: id("saved_by").references(() => userProfiles.userProfileId, { onDelete: "set null" }),
    keptAt: moment("kept_at").notNull(),
    because: text("because", { enum: KEPT_BECAUSE }).notNull(),
    /** As it was stored, with what could not be read. */
    page: jsonb("page").$type<PuckState>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uniqueDocumentId, table.number] }),
    partOfDocument("document_revisions_document", table).onDelete("cascade"),
    oneOf("document_revisions_because", table.because, KEPT_BECAUSE),
    check("document_revisions_number", sql`${table.number} >= 1`),
    index("document_revisions_organization_id").on(table.organizationId),
    index("document_revisions_saved_by").on(table.savedBy),
  ],
);

/** Who edits a draft: a courtesy to colleagues, which guards nothing. */
export const draftLeases = pgTable(
  "draft_leases",
  {
    uniqueDocumentId: id("unique_document_id")
      .primaryKey()
      .references(() => uniqueDocuments.uniqueDocumentId, { onDelete: "cascade" }),
    userProfileId: id("user_profile_id")
      .notNull()
      .references(() => userProfiles.userProfileId, { onDelete: "cascade" }),
    until: moment("until").notNull(),
  },
  (table) => [index("draft_leases_user_profile_id").on(table.userProfileId)],
);
