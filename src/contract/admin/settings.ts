import { z } from "zod";
import { Email } from "#domain/account/user-profile.ts";
import { Id } from "#domain/id.ts";
import { RecordVersion } from "#domain/record-fields.ts";
import { MailSetup } from "#domain/settings/mail-setup.ts";
import { ManagedSettings, Numbering, Settings } from "#domain/settings/settings.ts";
import { defineAdminCall } from "../call.ts";
import { ofVersion } from "../record-version.ts";

/** A next number that is left out stays as it is. Programs may send the settings with the version that they read. */
const NewSettings = Settings.extend({
  replyTo: Email.nullable(),
  documentNumbers: Numbering.partial({ next: true }),
  invoiceNumbers: Numbering.partial({ next: true }),
  recordVersion: RecordVersion.optional(),
});

export const getSettings = defineAdminCall("GET", "settings/admin/get", "viewer", {
  staleAfter: ["settings"],
  summary: "The company's settings; until an owner changes them, those of the server's configuration",
  reply: ManagedSettings,
});

export const updateSettings = defineAdminCall("PATCH", "settings/admin/update", "owner", {
  summary:
    "Changes the company's settings for everyone at once. A next number that did not change is left out. " +
    "To turn a rule of sign-in off asks for the header `step-up`",
  body: ofVersion(
    z.strictObject({ settings: NewSettings }),
    ManagedSettings.partial({ recordVersion: true }),
  ),
  reply: ManagedSettings,
});

export const getMailSetup = defineAdminCall("GET", "settings/admin/mail", "viewer", {
  staleAfter: ["mail"],
  summary: "Whether emails leave the portal, and what became of the caller's last test email",
  reply: MailSetup,
});

export const sendTestMail = defineAdminCall("POST", "settings/admin/mail/test", "editor", {
  summary: "Sends a test email to the caller's own address, once for each `testId`, 10 an hour",
  body: z.strictObject({ testId: Id }),
  reply: MailSetup,
});
