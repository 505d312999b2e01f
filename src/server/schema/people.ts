import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { hash, timestamptz } from "../db/columns.ts";
import { ofPerson } from "./account.ts";

/** New emails of people, until their owner confirms them. Only the hash of the mailed token is stored. */
export const emailChanges = pgTable(
  "email_changes",
  {
    userProfileId: ofPerson("user_profile_id", "cascade").primaryKey(),
    newEmail: text("new_email").notNull(),
    tokenHash: hash("token_hash").notNull(),
    /** The owner who requested it; null for a change from before this was stored. */
    requestedByUserProfileId: ofPerson("requested_by_user_profile_id", "set null"),
    expiresAt: timestamptz("expires_at").notNull(),
    /** A confirmed change is kept, so that the same link answers alike when it is pressed again. */
    confirmedAt: timestamptz("confirmed_at"),
  },
  (table) => [
    uniqueIndex("email_changes_token_hash").on(table.tokenHash),
    index("email_changes_requested_by").on(table.requestedByUserProfileId),
  ],
);
