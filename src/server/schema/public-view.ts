import { index, pgTable } from "drizzle-orm/pg-core";
import { id, timestamptz } from "../db/columns.ts";
import { ofPerson } from "./account.ts";
import { uniqueDocuments } from "./documents.ts";

/** Documents shared with everybody who has their address. Ending the sharing deletes the row. */
export const documentSharings = pgTable(
  "document_sharings",
  {
    uniqueDocumentId: id("unique_document_id")
      .primaryKey()
      .references(() => uniqueDocuments.uniqueDocumentId, { onDelete: "cascade" }),
    /** Sharing ends at this time. */
    expiresAt: timestamptz("expires_at"),
    sharedAt: timestamptz("shared_at").notNull(),
    /** Null if an import shared the document. */
    sharedByUserProfileId: ofPerson("shared_by_user_profile_id", "set null"),
  },
  (table) => [index("document_sharings_shared_by").on(table.sharedByUserProfileId)],
);
