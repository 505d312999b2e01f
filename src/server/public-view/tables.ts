import { index, pgTable } from "drizzle-orm/pg-core";
import { userProfiles } from "../account/tables.ts";
import { id, moment } from "../db/columns.ts";
import { uniqueDocuments } from "../documents/tables.ts";

/** The documents that are shared with everybody who has their address: a row each, gone when that ends. */
export const documentSharings = pgTable(
  "document_sharings",
  {
    uniqueDocumentId: id("unique_document_id")
      .primaryKey()
      .references(() => uniqueDocuments.uniqueDocumentId, { onDelete: "cascade" }),
    /** From then on it is as if the row were not there. */
    expiresAt: moment("expires_at"),
    sharedAt: moment("shared_at").notNull(),
    /** Null where it came with the company's own data. */
    sharedByUserProfileId: id("shared_by_user_profile_id").references(() => userProfiles.userProfileId, {
      onDelete: "set null",
    }),
  },
  (table) => [index("document_sharings_shared_by").on(table.sharedByUserProfileId)],
);
