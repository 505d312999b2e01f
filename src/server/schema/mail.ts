import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { decimal, id, timestamptz } from "../db/columns.ts";

/** Every outgoing mail: written in the transaction that causes it, sent by a job, then marked as sent. */
export const mails = pgTable(
  "mails",
  {
    mailId: id("mail_id").primaryKey(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html").notNull(),
    /** The encrypted text and HTML of a mail with a code, in place of the two columns above; null once it is sent. */
    sealed: text("sealed"),
    /** Its row has the hash of the attached bytes. No reference, because it may be erased before it is sent. */
    attachmentFileId: id("attachment_file_id"),
    /** The cause of the mail, so that the same event mails a person once: "document.approved:<id>". */
    event: text("event"),
    /** The record that the mail is about, and whose it is, for the activity. */
    aboutId: id("about_id"),
    organizationId: id("organization_id"),
    /** It is sent only while this version of the document that it is about waits for a decision; null: always. */
    waitingVersion: integer("waiting_version"),
    /** It is sent only while the invoice that it is about is overdue with this amount due; null: always. */
    waitingAmount: decimal("waiting_amount"),
    createdAt: timestamptz("created_at").notNull().defaultNow(),
    sentAt: timestamptz("sent_at"),
    /** The mail server that took it; null: it was stored as a file, or sent by a version that did not record it. */
    sentThrough: text("sent_through"),
    /** When every try had failed, and why the last one did. */
    givenUpAt: timestamptz("given_up_at"),
    failure: text("failure"),
    /** When another mail server returned it for good, although ours had taken it. It is then given up, too. */
    bouncedAt: timestamptz("bounced_at"),
  },
  (table) => [
    uniqueIndex("mails_once").on(table.recipient, table.event),
    index("mails_attachment_file_id").on(table.attachmentFileId),
    index("mails_queued")
      .on(table.createdAt)
      .where(sql`${table.sentAt} is null and ${table.givenUpAt} is null`),
    index("mails_sent_through").on(table.sentThrough, table.sentAt),
    index("mails_event").on(table.event),
    index("mails_bounced").on(table.bouncedAt).where(sql`${table.bouncedAt} is not null`),
    index("mails_given_up").on(table.givenUpAt).where(sql`${table.givenUpAt} is not null`),
  ],
);
