import type * as calls from "#contract/admin/settings.ts";
import { DEFAULT_REMINDERS } from "#domain/documents/reminders.ts";
import { DEFAULT_OVERDUE } from "#domain/invoices/overdue-reminders.ts";
import { DEFAULT_TERMS } from "#domain/invoices/payment-terms.ts";
import { DEFAULT_RETENTION } from "#domain/settings/settings.ts";
import { numberOfId } from "#tests/support/number-of-id.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

const SETTINGS = {
  companyName: "Ember & Oak Digital",
  productName: "Counterpart",
  companySite: "https://emberandoak.example",
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
  invoiceNumbers: { prefix: "INV-", digits: 4, next: 1 },
  replyTo: null,
  requiresFactor: false,
  confirmsAcceptance: false,
  certificateShowsOrigin: false,
  editorsInvite: true,
  opensAcceptedWork: true,
  reminders: DEFAULT_REMINDERS,
  paperSize: "A4" as const,
  kept: DEFAULT_RETENTION,
  timeZone: "Australia/Sydney",
};

export const pointed: PointedAt<typeof calls> = {
  getSettings: () => ({}),
  getMailSetup: () => ({}),
  sendTestMail: ({ organizationId: testId }) => ({ body: { testId } }),
  // A number that another call uses at the same time is no conflict.
  updateSettings: ({ organizationId }) => {
    const documentNumbers = { ...SETTINGS.documentNumbers, next: numberOfId(organizationId) };
    const settings = { ...SETTINGS, documentNumbers };
    return { body: { settings, asRead: settings } };
  },
};
