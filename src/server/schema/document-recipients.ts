import { foreignKey, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { RECIPIENT_KINDS } from "#domain/documents/recipients.ts";
import { id, oneOf, timestamptz } from "../db/columns.ts";
import { userProfiles } from "./account.ts";
import { documentVersions } from "./document-versions.ts";
import { invitations } from "./invitations.ts";

/** To whom each version of a document was mailed. Who may read it does not depend on these rows. */
export const documentRecipients = pgTable(
  "document_recipients",
  {
    documentRecipientId: id("document_recipient_id").primaryKey(),
    uniqueDocumentId: id("unique_document_id").notNull(),
    organizationId: id("organization_id").notNull(),
    versionNumber: integer("version_number").notNull(),
    kind: text("kind", { enum: RECIPIENT_KINDS }).notNull(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    /** Null: someone who had not joined, or who was removed since. */
    userProfileId: id("user_profile_id").references(() => userProfiles.userProfileId, {
      onDelete: "set null",
    }),
    /** The invitation of someone who had not joined; null: a member or a colleague. */
    invitationId: id("invitation_id").references(() => invitations.invitationId, { onDelete: "set null" }),
    /** Of the link with which someone who has not joined reads the document; the token itself is only in the mail. */
    tokenHash: text("token_hash"),
    /** The browser that opened a link of the same invitation first, by its cookie; null: no one has opened one. */
    browserHash: text("browser_hash"),
    openedAt: timestamptz("opened_at"),
    /** The mailed code with which another browser joins by the link, and how often it was guessed. */
    codeHash: text("code_hash"),
    codeExpiresAt: timestamptz("code_expires_at"),
    codeGuesses: integer("code_guesses").notNull().default(0),
    sentAt: timestamptz("sent_at").notNull(),
  },
  (table) => [
    foreignKey({
      name: "document_recipients_version",
      columns: [table.uniqueDocumentId, table.versionNumber],
      foreignColumns: [documentVersions.uniqueDocumentId, documentVersions.number],
    }).onDelete("restrict"),
    oneOf("document_recipients_kind", table.kind, RECIPIENT_KINDS),
    uniqueIndex("document_recipients_once").on(table.uniqueDocumentId, table.versionNumber, table.email),
    uniqueIndex("document_recipients_token_hash").on(table.tokenHash),
    index("document_recipients_last").on(table.organizationId, table.sentAt.desc()),
    index("document_recipients_user_profile_id").on(table.userProfileId),
    index("document_recipients_invitation_id").on(table.invitationId),
  ],
);
