import { and, eq, sql } from "drizzle-orm";
import { type CompanyReminders, DEFAULT_REMINDERS } from "#domain/documents/reminders.ts";
import { DEFAULT_OVERDUE, type OverdueSchedule } from "#domain/invoices/overdue-reminders.ts";
import { DEFAULT_TERMS } from "#domain/invoices/payment-terms.ts";
import { GST_PERCENT, gstPercentOf } from "#domain/pricing/ranges.ts";
import {
  DEFAULT_RETENTION,
  type ManagedSettings,
  type Numbered,
  type Numbering,
} from "#domain/settings/settings.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Env } from "../env/read-env.ts";
import { invoices, uniqueDocuments } from "../schema/documents.ts";
import { numberSeries, settings } from "../schema/settings.ts";

export type SettingsRow = typeof settings.$inferSelect;
type ConfigEnv = { env: Pick<Env, "brand" | "timeZone"> };

/** The key of the only row. */
export const SETTINGS_ID = "settings";

/** The settings as they are in this transaction. Outside of one, `deps.settings.now()` costs no query. */
export async function readSettings(reader: DbOrTx, deps: ConfigEnv): Promise<ManagedSettings> {
  const row = await findSettingsRow(reader, deps);
  const {
    settingsId: _,
    changedAt: __,
    documentPrefix,
    documentDigits,
    invoicePrefix,
    invoiceDigits,
    gstPercent,
    addressRetentionDays: addressDays,
    mailRetentionDays: mailDays,
    activityRetentionDays: activityDays,
    overdueFirstDays,
    overdueSecondDays,
    overdueThirdDays,
    ...others
  } = row;
  const { reminders, rest } = splitReminders(others);
  const ofDocuments = { prefix: documentPrefix, digits: documentDigits };
  const ofInvoices = { prefix: invoicePrefix, digits: invoiceDigits };
  return {
    ...rest,
    gstPercent: Number(gstPercent),
    kept: { addressDays, mailDays, activityDays },
    reminders,
    overdueReminders: overdueSchedule({ overdueFirstDays, overdueSecondDays, overdueThirdDays }),
    documentNumbers: { ...ofDocuments, next: await findNext(reader, "document", ofDocuments) },
    invoiceNumbers: { ...ofInvoices, next: await findNext(reader, "invoice", ofInvoices) },
  };
}

type ReminderColumns = ReturnType<typeof reminderColumns>;

export function reminderColumns(reminders: CompanyReminders) {
  return {
    reminderUnopenedDays: reminders.unopenedDays,
    reminderUndecidedDays: reminders.undecidedDays,
    reminderEndingDays: reminders.endingDays,
    reminderFromHour: reminders.fromHour,
    reminderUntilHour: reminders.untilHour,
    remindsOnWeekends: reminders.isOnWeekends,
  };
}

/** The reminders of a row of settings, and its other columns. */
export function splitReminders<Row extends ReminderColumns>({
  reminderUnopenedDays: unopenedDays,
  reminderUndecidedDays: undecidedDays,
  reminderEndingDays: endingDays,
  reminderFromHour: fromHour,
  reminderUntilHour: untilHour,
  remindsOnWeekends: isOnWeekends,
  ...rest
}: Row) {
  const reminders = { unopenedDays, undecidedDays, endingDays, fromHour, untilHour, isOnWeekends };
  return { reminders, rest };
}

export function overdueColumns({ firstDays, secondDays, thirdDays }: OverdueSchedule) {
  return { overdueFirstDays: firstDays, overdueSecondDays: secondDays, overdueThirdDays: thirdDays };
}

/** When overdue invoices are reminded of, of a row of settings. */
export function overdueSchedule(row: ReturnType<typeof overdueColumns>): OverdueSchedule {
  const { overdueFirstDays: firstDays, overdueSecondDays: secondDays, overdueThirdDays: thirdDays } = row;
  return { firstDays, secondDays, thirdDays };
}

/** The row of settings, or the defaults of the server's configuration. */
export async function findSettingsRow(reader: DbOrTx, deps: ConfigEnv): Promise<SettingsRow> {
  const [row] = await reader.select().from(settings).where(eq(settings.settingsId, SETTINGS_ID));
  return row ?? firstSettings(deps);
}

/** Whether an owner has saved settings; until then, those of the server's configuration are in force. */
export async function hasSavedSettings(reader: DbOrTx): Promise<boolean> {
  return (await reader.$count(settings)) > 0;
}

/** The rate of GST that documents and invoices made in this transaction add; 0: the company is not registered. */
export async function findGstPercent(reader: DbOrTx): Promise<number> {
  const { isGstRegistered, gstPercent } = settings;
  const [row] = await reader
    .select({ isGstRegistered, gstPercent })
    .from(settings)
    .where(eq(settings.settingsId, SETTINGS_ID));
  return row ? gstPercentOf({ ...row, gstPercent: Number(row.gstPercent) }) : GST_PERCENT;
}

/** The settings of a portal whose owners have not changed any. */
export function firstSettings({ env: { brand, timeZone } }: ConfigEnv): SettingsRow {
  const { companyName, productName, companySite, accent, accentDark } = brand;
  return {
    settingsId: SETTINGS_ID,
    companyName,
    productName,
    companySite,
    accent,
    accentDark,
    timeZone,
    abn: null,
    address: null,
    bankDetails: null,
    ...DEFAULT_TERMS,
    logoImageId: null,
    replyTo: null,
    isGstRegistered: true,
    gstPercent: String(GST_PERCENT),
    documentPrefix: "D-",
    documentDigits: 4,
    invoicePrefix: "INV-",
    invoiceDigits: 4,
    addressRetentionDays: DEFAULT_RETENTION.addressDays,
    mailRetentionDays: DEFAULT_RETENTION.mailDays,
    activityRetentionDays: DEFAULT_RETENTION.activityDays,
    requiresFactor: false,
    confirmsAcceptance: false,
    certificateShowsOrigin: false,
    editorsInvite: true,
    opensAcceptedWork: true,
    ...reminderColumns(DEFAULT_REMINDERS),
    ...overdueColumns(DEFAULT_OVERDUE),
    paperSize: "A4",
    recordVersion: 1,
    changedAt: new Date(0),
  };
}

/** The next number of a prefix: of its series, or after the highest that an import brought. */
export async function findNext(
  reader: DbOrTx,
  numbered: Numbered,
  { prefix }: Pick<Numbering, "prefix">,
): Promise<number> {
  const [series] = await reader
    .select({ nextNumber: numberSeries.nextNumber })
    .from(numberSeries)
    .where(and(eq(numberSeries.numbered, numbered), eq(numberSeries.prefix, prefix)));
  return series?.nextNumber ?? (await findHighest(reader, numbered, prefix)) + 1;
}

/** The highest number with this prefix that a record has; 0 if none has one. */
export async function findHighest(reader: DbOrTx, numbered: Numbered, prefix: string): Promise<number> {
  const [table, externalId] =
    numbered === "document" ? [uniqueDocuments, uniqueDocuments.externalId] : [invoices, invoices.externalId];
  const digits = sql`substr(${externalId}, ${prefix.length + 1}::int)`;
  const highest = sql<number | null>`max(case when ${digits} ~ '^[0-9]{1,9}$' then ${digits}::int end)`;
  const [row] = await reader
    .select({ highest })
    .from(table)
    .where(sql`starts_with(${externalId}, ${prefix})`);
  return row?.highest ?? 0;
}
