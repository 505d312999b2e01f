import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { OPENED } from "#domain/openings/opening.ts";
import { id, oneOf, timestamptz } from "../db/columns.ts";
import { ofPerson } from "./account.ts";
import { partOfDocument } from "./documents.ts";

/** When a person first and last opened a document or its PDF, and on how many visits. */
export const documentOpenings = pgTable(
  "document_openings",
  {
    documentOpeningId: id("document_opening_id").primaryKey(),
    uniqueDocumentId: id("unique_document_id").notNull(),
    organizationId: id("organization_id").notNull(),
    /** Null: all visitors of the public view together. */
    userProfileId: ofPerson("user_profile_id", "cascade"),
    what: text("what", { enum: OPENED }).notNull(),
    firstAt: timestamptz("first_at").notNull(),
    lastAt: timestamptz("last_at").notNull(),
    times: integer("times").notNull(),
  },
  (table) => [
    partOfDocument("document_openings_document", table).onDelete("cascade"),
    unique("document_openings_once")
      .on(table.uniqueDocumentId, table.what, table.userProfileId)
      .nullsNotDistinct(),
    oneOf("document_openings_what", table.what, OPENED),
    check("document_openings_times", sql`${table.times} >= 1`),
    index("document_openings_last_at").on(table.lastAt.desc(), table.uniqueDocumentId.desc()),
    index("document_openings_organization_id").on(table.organizationId),
    index("document_openings_user_profile_id").on(table.userProfileId),
  ],
);
