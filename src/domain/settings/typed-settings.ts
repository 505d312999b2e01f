import { z } from "zod";
import { Email } from "../account/user-profile.ts";
import { TypedReminders, typeReminders } from "../documents/typed-reminders.ts";
import { OverdueSchedule } from "../invoices/overdue-reminders.ts";
import { withScheme } from "../organizations/managed-organization.ts";
import { TYPED_PERCENT } from "../typed-decimal.ts";
import { orNone, typedNumber } from "../typed-text.ts";
import { type ManagedSettings, Numbering, RetentionDays, Settings } from "./settings.ts";

const TypedNumbering = Numbering.extend({
  digits: typedNumber(Numbering.shape.digits),
  next: typedNumber(Numbering.shape.next),
});

const { abn, address, bankDetails, paymentTerms, paymentReference, defaultDueDays } = Settings.shape;
const { firstDays, secondDays, thirdDays } = OverdueSchedule.shape;

const { addressDays, mailDays, activityDays } = RetentionDays.shape;

const TypedRetentionDays = RetentionDays.extend({
  addressDays: typedNumber(addressDays),
  mailDays: orNone(typedNumber(mailDays.unwrap())),
  activityDays: orNone(typedNumber(activityDays.unwrap())),
});

const TypedOverdue = z.strictObject({
  firstDays: orNone(typedNumber(firstDays.unwrap())),
  secondDays: orNone(typedNumber(secondDays.unwrap())),
  thirdDays: orNone(typedNumber(thirdDays.unwrap())),
});

export const TypedSettings = Settings.extend({
  companySite: z.string().trim().transform(withScheme).pipe(Settings.shape.companySite),
  abn: orNone(abn.unwrap()),
  address: orNone(address.unwrap()),
  bankDetails: orNone(bankDetails.unwrap()),
  paymentTerms: orNone(paymentTerms.unwrap()),
  paymentReference: orNone(paymentReference.unwrap()),
  defaultDueDays: orNone(typedNumber(defaultDueDays.unwrap())),
  overdueReminders: TypedOverdue,
  replyTo: orNone(Email),
  gstPercent: TYPED_PERCENT.pipe(Settings.shape.gstPercent),
  kept: TypedRetentionDays,
  reminders: TypedReminders,
  documentNumbers: TypedNumbering,
  invoiceNumbers: TypedNumbering,
});
export type TypedSettings = z.input<typeof TypedSettings>;

export function typeSettings({ recordVersion: _, ...settings }: ManagedSettings): TypedSettings {
  return {
    ...settings,
    abn: settings.abn ?? "",
    address: settings.address ?? "",
    bankDetails: settings.bankDetails ?? "",
    paymentTerms: settings.paymentTerms ?? "",
    paymentReference: settings.paymentReference ?? "",
    defaultDueDays: typed(settings.defaultDueDays),
    overdueReminders: typeOverdue(settings.overdueReminders),
    replyTo: settings.replyTo ?? "",
    gstPercent: String(settings.gstPercent),
    kept: typeRetention(settings.kept),
    reminders: typeReminders(settings.reminders),
    documentNumbers: typeNumbering(settings.documentNumbers),
    invoiceNumbers: typeNumbering(settings.invoiceNumbers),
  };
}

const typed = (days: number | null) => (days === null ? "" : String(days));

function typeOverdue({ firstDays, secondDays, thirdDays }: OverdueSchedule) {
  return { firstDays: typed(firstDays), secondDays: typed(secondDays), thirdDays: typed(thirdDays) };
}

function typeRetention({ addressDays, mailDays, activityDays }: RetentionDays) {
  return {
    addressDays: typed(addressDays),
    mailDays: typed(mailDays),
    activityDays: typed(activityDays),
  };
}

function typeNumbering({ prefix, digits, next }: Numbering) {
  return { prefix, digits: String(digits), next: String(next) };
}
