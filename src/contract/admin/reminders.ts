import { z } from "zod";
import { DocumentReminders, ReminderSchedule } from "#domain/documents/reminders.ts";
import { defineAdminCall } from "../call.ts";

export const getReminders = defineAdminCall("GET", "unique-document/admin/{id}/reminders", "viewer", {
  staleAfter: ["document", "mail", "permission", "person", "settings"],
  summary: "When the recipients of a document are reminded next, and which reminders were sent",
  reply: DocumentReminders,
});

export const changeReminders = defineAdminCall("PATCH", "unique-document/admin/{id}/reminders", "editor", {
  summary: "Gives a document a schedule of reminders of its own, or the company's again (null)",
  body: z.strictObject({ own: ReminderSchedule.nullable() }),
  reply: DocumentReminders,
});
