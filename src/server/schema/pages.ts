import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { REVISION_REASONS } from "#domain/drafts/working-draft.ts";
import type { PuckState } from "#domain/page/page.ts";
import { id, oneOf, timestamptz } from "../db/columns.ts";
import { ofPerson } from "./account.ts";
import { partOfDocument } from "./documents.ts";
import { templates } from "./templates.ts";

/** Pages that a draft or a template had, so that no one loses work. Their rows have their present pages. */
export const pageRevisions = pgTable(
  "page_revisions",
  {
    /** Of a document with its organization, or of a template. */
    uniqueDocumentId: id("unique_document_id"),
    organizationId: id("organization_id"),
    templateId: id("template_id").references(() => templates.templateId, { onDelete: "cascade" }),
    /** The owner's revision with this page. */
    number: integer("number").notNull(),
    savedAt: timestamptz("saved_at").notNull(),
    savedBy: ofPerson("saved_by", "set null"),
    /** When a newer page took its place, and it became a revision. */
    storedAt: timestamptz("kept_at").notNull(),
    because: text("because", { enum: REVISION_REASONS }).notNull(),
    /** As it was stored, with what could not be read. */
    page: jsonb("page").$type<PuckState>().notNull(),
  },
  (table) => [
    unique("page_revisions_owner_number")
      .on(table.uniqueDocumentId, table.templateId, table.number)
      .nullsNotDistinct(),
    partOfDocument("page_revisions_document", table).onDelete("cascade"),
    check("page_revisions_owner", sql`num_nonnulls(${table.uniqueDocumentId}, ${table.templateId}) = 1`),
    check(
      "page_revisions_organization",
      sql`num_nonnulls(${table.uniqueDocumentId}, ${table.organizationId}) in (0, 2)`,
    ),
    oneOf("page_revisions_because", table.because, REVISION_REASONS),
    check("page_revisions_number", sql`${table.number} >= 1`),
    index("page_revisions_organization_id").on(table.organizationId),
    index("page_revisions_template_id").on(table.templateId),
    index("page_revisions_saved_by").on(table.savedBy),
  ],
);

/** Who has a page open in the editor, by tab, until it expires. A foreign key would wait for each save of the page. */
export const pagePresences = pgTable(
  "page_presences",
  {
    uniqueDocumentId: id("unique_document_id"),
    templateId: id("template_id"),
    userProfileId: ofPerson("user_profile_id", "cascade").notNull(),
    tabId: text("tab_id").notNull(),
    blockId: text("block_id"),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [
    unique("page_presences_tab")
      .on(table.uniqueDocumentId, table.templateId, table.userProfileId, table.tabId)
      .nullsNotDistinct(),
    check("page_presences_owner", sql`num_nonnulls(${table.uniqueDocumentId}, ${table.templateId}) = 1`),
    index("page_presences_template_id").on(table.templateId),
    index("page_presences_user_profile_id").on(table.userProfileId),
  ],
);
