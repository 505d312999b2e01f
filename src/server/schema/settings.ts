import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { DEFAULT_REMINDERS } from "#domain/documents/reminders.ts";
import { DEFAULT_OVERDUE } from "#domain/invoices/overdue-reminders.ts";
import { DEFAULT_TERMS } from "#domain/invoices/payment-terms.ts";
import { DEFAULT_RETENTION, NUMBERED, PAPER_SIZES } from "#domain/settings/settings.ts";
import { id, oneOf, percent, timestamptz, version } from "../db/columns.ts";
import { images } from "./images.ts";

/** The one row of settings. Without it, the server's configuration applies. */
export const settings = pgTable(
  "settings",
  {
    settingsId: id("settings_id").primaryKey(),
    companyName: text("company_name").notNull(),
    productName: text("product_name").notNull(),
    companySite: text("company_site").notNull(),
    abn: text("abn"),
    address: text("address"),
    bankDetails: text("bank_details"),
    /** When and how invoices are to be paid, and what is to be quoted. */
    paymentTerms: text("payment_terms"),
    paymentReference: text("payment_reference"),
    /** Days from an invoice's making to its due date; null: new invoices have none. */
    defaultDueDays: integer("default_due_days").default(DEFAULT_TERMS.defaultDueDays ?? sql`null`),
    logoImageId: id("logo_image_id").references(() => images.imageId, { onDelete: "set null" }),
    accent: text("accent").notNull(),
    accentDark: text("accent_dark").notNull(),
    isGstRegistered: boolean("is_gst_registered").notNull().default(true),
    gstPercent: percent("gst_percent").notNull().default("10"),
    documentPrefix: text("document_prefix").notNull(),
    documentDigits: integer("document_digits").notNull(),
    invoicePrefix: text("invoice_prefix").notNull(),
    invoiceDigits: integer("invoice_digits").notNull(),
    replyTo: text("reply_to"),
    addressRetentionDays: integer("keep_addresses_days").notNull().default(DEFAULT_RETENTION.addressDays),
    /** Null: for ever. */
    mailRetentionDays: integer("keep_mails_days").default(DEFAULT_RETENTION.mailDays ?? sql`null`),
    activityRetentionDays: integer("keep_activity_days").default(DEFAULT_RETENTION.activityDays ?? sql`null`),
    timeZone: text("time_zone").notNull(),
    /** Whether the company's own people need a second factor. */
    requiresFactor: boolean("requires_factor").notNull().default(false),
    /** Whether clients re-authenticate before they accept, in every organization. */
    confirmsAcceptance: boolean("confirms_acceptance").notNull().default(false),
    /** Whether certificates of acceptance show the network address and device of the person who accepted. */
    certificateShowsOrigin: boolean("certificate_shows_origin").notNull().default(false),
    /** Whether editors, too, invite people of clients. */
    editorsInvite: boolean("editors_invite").notNull().default(true),
    /** Whether accepting a document opens its agreed work and archives the rest. */
    opensAcceptedWork: boolean("opens_accepted_work").notNull().default(true),
    /** When recipients of documents are reminded; null: they are not. */
    reminderUnopenedDays: integer("reminder_unopened_days").default(
      DEFAULT_REMINDERS.unopenedDays ?? sql`null`,
    ),
    reminderUndecidedDays: integer("reminder_undecided_days").default(
      DEFAULT_REMINDERS.undecidedDays ?? sql`null`,
    ),
    reminderEndingDays: integer("reminder_ending_days").default(DEFAULT_REMINDERS.endingDays ?? sql`null`),
    /** Days after its due date, on which the people who got an unpaid invoice are reminded. */
    overdueFirstDays: integer("overdue_first_days").default(DEFAULT_OVERDUE.firstDays ?? sql`null`),
    overdueSecondDays: integer("overdue_second_days").default(DEFAULT_OVERDUE.secondDays ?? sql`null`),
    overdueThirdDays: integer("overdue_third_days").default(DEFAULT_OVERDUE.thirdDays ?? sql`null`),
    reminderFromHour: integer("reminder_from_hour").notNull().default(DEFAULT_REMINDERS.fromHour),
    reminderUntilHour: integer("reminder_until_hour").notNull().default(DEFAULT_REMINDERS.untilHour),
    remindsOnWeekends: boolean("reminds_on_weekends").notNull().default(DEFAULT_REMINDERS.isOnWeekends),
    /** The paper of new PDFs. */
    paperSize: text("paper_size", { enum: PAPER_SIZES }).notNull().default("A4"),
    recordVersion: version(),
    changedAt: timestamptz("changed_at").notNull(),
  },
  (table) => [
    oneOf("settings_paper_size", table.paperSize, PAPER_SIZES),
    check("settings_gst_percent", sql`${table.gstPercent} > 0 and ${table.gstPercent} <= 100`),
    check("settings_one_row", sql`${table.settingsId} = 'settings'`),
    index("settings_logo_image_id").on(table.logoImageId),
  ],
);

/** The next number of each prefix. A prefix that is used again goes on where it ended. */
export const numberSeries = pgTable(
  "number_series",
  {
    numbered: text("numbered", { enum: NUMBERED }).notNull(),
    prefix: text("prefix").notNull(),
    nextNumber: integer("next_number").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.numbered, table.prefix] }),
    oneOf("number_series_numbered", table.numbered, NUMBERED),
  ],
);
