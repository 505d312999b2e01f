import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type * as calls from "#contract/admin/settings.ts";
import { isLooser } from "#domain/account/sign-in.ts";
import { gstPercentOf } from "#domain/pricing/ranges.ts";
import type { Versioned } from "#domain/record-fields.ts";
import {
  formatNumber,
  isNamedTimeZone,
  type ManagedSettings,
  type Numbered,
  type Numbering,
  type Settings,
} from "#domain/settings/settings.ts";
import { type Change, change } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import { AppError, conflictError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { reauthenticate } from "../identity/prove-self.ts";
import { hasFactor, OWN_FACTOR_FIRST } from "../identity/require-factor.ts";
import { findImages } from "../images/queries.ts";
import { isAsRead } from "../record-version.ts";
import { withScope } from "../rls/scoped-db.ts";
import { numberSeries, settings } from "../schema/settings.ts";
import {
  findHighest,
  findSettingsRow,
  firstSettings,
  overdueColumns,
  readSettings,
  reminderColumns,
  SETTINGS_ID,
} from "./queries.ts";

/** Work after a change of the rate of GST, done by documents/price-drafts.job.ts. */
export const PRICE_DRAFTS = { name: "price-drafts", payload: z.strictObject({}) };

/** Work after a change of the bank details, done by invoices/reprint-unpaid.job.ts. */
export const REPRINT_UNPAID = { name: "reprint-unpaid", payload: z.strictObject({}) };

type Sent = z.output<typeof calls.updateSettings.body> & { proof: string | null };
type Given = Omit<Sent["settings"], "recordVersion">;
/** What the owner has shown before the change: a second factor, and again that it is them. */
type Prepared = { hasOwnFactor: boolean; isProved: boolean };

/** Changes the settings; a number taken in between is no conflict. Loosening sign-in rules needs re-authentication. */
export async function updateSettings(
  deps: Deps,
  owner: Owner,
  { settings: { recordVersion: _, ...given }, recordVersion, asRead, proof }: Sent,
): Promise<ManagedSettings> {
  const prepare = async (): Promise<Prepared> => {
    const asPortal = withScope(deps, { role: "portal" });
    const hasOwnFactor = await hasFactor(asPortal.db, owner.authUserId);
    const now = await findSettingsRow(asPortal.db, deps);
    if (!isLooser(now, given)) return { hasOwnFactor, isProved: false };
    const self = await reauthenticate(asPortal, owner, proof);
    await self.consume(asPortal.db);
    return { hasOwnFactor, isProved: true };
  };
  const run = async ({ tx, at, record }: Change, { hasOwnFactor, isProved }: Prepared) => {
    await lockSettings(tx, deps);
    const current = await readSettings(tx, deps);
    const { recordVersion: _, ...before } = current;
    const nextSettings = withNext(given, before, asRead);
    if (isDeepStrictEqual(before, nextSettings)) return current;
    const compared = comparable(before, nextSettings);
    const read = { recordVersion, asRead: asRead && compared(asRead) };
    if (!isAsRead(read, current, compared(before)) || (isLooser(before, nextSettings) && !isProved))
      throw conflictError("the settings", { settings: current, recordVersion: current.recordVersion });
    if (nextSettings.requiresFactor && !before.requiresFactor && !hasOwnFactor) throw OWN_FACTOR_FIRST;
    await refuseUnknownLogo(tx, nextSettings.logoImageId);
    if (nextSettings.timeZone !== before.timeZone) await refuseUnknownZone(tx, nextSettings.timeZone);
    await tx
      .update(settings)
      .set({ ...columnsOf(nextSettings), recordVersion: sql`${settings.recordVersion} + 1`, changedAt: at })
      .where(eq(settings.settingsId, SETTINGS_ID));
    await setNext(tx, "document", nextSettings.documentNumbers, before.documentNumbers);
    await setNext(tx, "invoice", nextSettings.invoiceNumbers, before.invoiceNumbers);
    if (gstPercentOf(before) !== gstPercentOf(nextSettings)) await deps.queue.enqueue(tx, PRICE_DRAFTS, {});
    if (before.bankDetails !== nextSettings.bankDetails) await deps.queue.enqueue(tx, REPRINT_UNPAID, {});
    const details = differences(before, nextSettings);
    await record({ action: "settings.change", subjectId: SETTINGS_ID, details });
    await deps.live.publish(tx, { company: true }, { kind: "settings", id: SETTINGS_ID });
    return readSettings(tx, deps);
  };
  const changed = await change(deps, owner, run, { prepare });
  await deps.settings.refresh();
  return changed;
}

/** Locks the row of settings, which the first change makes, until the transaction ends. */
async function lockSettings(tx: Tx, deps: Deps): Promise<void> {
  await tx.insert(settings).values(firstSettings(deps)).onConflictDoNothing();
  await tx.select().from(settings).where(eq(settings.settingsId, SETTINGS_ID)).for("update");
}

const NUMBERS = { document: "documentNumbers", invoice: "invoiceNumbers" } as const;
type NumbersName = (typeof NUMBERS)[Numbered];

/** A next number that the owner left out, or left as they read it, stays as it is. Others may have taken it since. */
function withNext(
  { documentNumbers, invoiceNumbers, ...rest }: Given,
  now: Settings,
  asRead?: Settings,
): Settings {
  const withOne = (given: Given[NumbersName], name: NumbersName): Numbering => {
    const read = asRead?.[name];
    const isLeft = given.prefix === read?.prefix && given.next === read.next;
    return { ...given, next: (isLeft ? undefined : given.next) ?? now[name].next };
  };
  return {
    ...rest,
    documentNumbers: withOne(documentNumbers, "documentNumbers"),
    invoiceNumbers: withOne(invoiceNumbers, "invoiceNumbers"),
  };
}

/** What is compared of settings: of the next numbers those that the owner changes. */
function comparable(
  before: Settings,
  nextSettings: Settings,
): (settings: Partial<Versioned> & Settings) => unknown {
  const look = (numbering: Numbering, name: NumbersName) =>
    nextSettings[name].next === before[name].next ? { ...numbering, next: null } : numbering;
  return ({ documentNumbers, invoiceNumbers, recordVersion: _, ...rest }) => ({
    ...rest,
    documentNumbers: look(documentNumbers, "documentNumbers"),
    invoiceNumbers: look(invoiceNumbers, "invoiceNumbers"),
  });
}

function columnsOf(given: Settings) {
  const { documentNumbers, invoiceNumbers, gstPercent, kept, reminders, overdueReminders, ...rest } = given;
  return {
    ...rest,
    ...reminderColumns(reminders),
    ...overdueColumns(overdueReminders),
    gstPercent: String(gstPercent),
    addressRetentionDays: kept.addressDays,
    mailRetentionDays: kept.mailDays,
    activityRetentionDays: kept.activityDays,
    documentPrefix: documentNumbers.prefix,
    documentDigits: documentNumbers.digits,
    invoicePrefix: invoiceNumbers.prefix,
    invoiceDigits: invoiceNumbers.digits,
  };
}

/** The changed settings, before and after. */
function differences(before: Settings, after: Settings): Record<string, unknown> {
  const names = Object.keys(after) as (keyof Settings)[];
  return Object.fromEntries(
    names
      .filter((name) => !isDeepStrictEqual(before[name], after[name]))
      .map((name) => [name, { from: before[name], to: after[name] }]),
  );
}

async function refuseUnknownLogo(tx: Tx, imageId: string | null): Promise<void> {
  if (imageId === null || (await findImages(tx, [imageId])).length > 0) return;
  throw refusedField("logoImageId", "This image no longer exists. Please choose another one.");
}

/** Lists are filtered by days in this zone, so the database must know it as well, and read it alike. */
async function refuseUnknownZone(tx: Tx, timeZone: string): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select name from pg_timezone_names where lower(name) = lower(${timeZone})`,
  );
  if (rows.length > 0 && isNamedTimeZone(timeZone)) return;
  const message = "The portal's database doesn't know this time zone. Please choose another one.";
  throw refusedField("timeZone", message);
}

/** Sets the next number if the owner changed it or the prefix, but to none that a record may have. */
async function setNext(
  tx: Tx,
  numbered: Numbered,
  nextSettings: Numbering,
  before: Numbering,
): Promise<void> {
  const { prefix, next } = nextSettings;
  if (next === before.next && prefix === before.prefix) return;
  const highest = await findHighest(tx, numbered, prefix);
  if (next <= highest) {
    const taken = formatNumber(nextSettings, highest);
    throw refusedField(
      `${NUMBERS[numbered]}.next`,
      `${taken} has been given already, so the next number must be at least ${highest + 1}.`,
    );
  }
  await tx
    .insert(numberSeries)
    .values({ numbered, prefix, nextNumber: next })
    .onConflictDoUpdate({
      target: [numberSeries.numbered, numberSeries.prefix],
      set: { nextNumber: next },
    });
}

function refusedField(field: string, message: string): AppError {
  return new AppError("unprocessable", `${message} No setting was changed.`, { field, message });
}
