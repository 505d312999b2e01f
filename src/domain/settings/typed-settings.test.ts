import { expect, test } from "vitest";
import { DEFAULT_REMINDERS } from "../documents/reminders.ts";
import { DEFAULT_OVERDUE } from "../invoices/overdue-reminders.ts";
import { DEFAULT_TERMS } from "../invoices/payment-terms.ts";
import type { Settings } from "./settings.ts";
import { TypedSettings, typeSettings } from "./typed-settings.ts";

const SETTINGS: Settings = {
  companyName: "Ember & Oak",
  productName: "Counterpart",
  companySite: "https://ember.example",
  abn: null,
  address: null,
  bankDetails: null,
  ...DEFAULT_TERMS,
  overdueReminders: DEFAULT_OVERDUE,
  logoImageId: null,
  accent: "#0f6b5c",
  accentDark: "#5cc4ae",
  isGstRegistered: true,
  gstPercent: 10,
  documentNumbers: { prefix: "D-", digits: 4, next: 1 },
  invoiceNumbers: { prefix: "INV-", digits: 4, next: 434 },
  replyTo: null,
  requiresFactor: false,
  confirmsAcceptance: false,
  certificateShowsOrigin: false,
  editorsInvite: true,
  opensAcceptedWork: true,
  reminders: DEFAULT_REMINDERS,
  paperSize: "A4",
  kept: { addressDays: 90, mailDays: null, activityDays: 2557 },
  timeZone: "Australia/Sydney",
};
const TYPED = typeSettings({ ...SETTINGS, recordVersion: 1 });

test("COMPANY-1 settings in a form and back are the same, and empty fields are none", () => {
  expect(TypedSettings.parse(TYPED)).toEqual(SETTINGS);
  expect(TypedSettings.parse({ ...TYPED, abn: "51 824 753 556", replyTo: " " })).toEqual({
    ...SETTINGS,
    abn: "51824753556",
  });
});

test.each([
  ["an ABN with a wrong digit", { abn: "51 824 753 557" }, "ABN"],
  ["a number in words", { invoiceNumbers: { prefix: "", digits: "4", next: "ten" } }, "whole number"],
  ["more digits than a number has", { invoiceNumbers: { prefix: "", digits: "12", next: "1" } }, "9 digits"],
  ["a rate of nothing", { gstPercent: "0" }, "above 0"],
  ["a zone that is nowhere", { timeZone: "Mars/Olympus" }, "time zone"],
  [
    "no days for addresses",
    { kept: { addressDays: "0", mailDays: "", activityDays: "" } },
    "at least 7 days",
  ],
  ["an address for answers that is none", { replyTo: "hello" }, "email"],
])("COMPANY-1 %s is refused at its field, in words", (_what, typed, words) => {
  const { error } = TypedSettings.safeParse({ ...TYPED, ...typed });
  expect(error?.issues.map(({ message }) => message).join()).toContain(words);
});
