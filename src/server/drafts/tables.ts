import { index, pgTable } from "drizzle-orm/pg-core";
import { userProfiles } from "../account/tables.ts";
import { id, moment } from "../db/columns.ts";
import { uniqueDocuments } from "../documents/tables.ts";

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
