import * as calls from "#contract/admin/reminders.ts";
import { byId, type Route, route } from "../http/route.ts";
import { SENT, TOKEN } from "../mail/sample-values.ts";
import type { MailSample, Noun } from "../noun.ts";
import { changeReminders } from "./change-reminders.ts";
import { getReminders } from "./get-reminders.ts";
import { composeReminder } from "./reminder-mail.ts";
import { sendReminders } from "./send-reminders.job.ts";

const LINK = { linkToken: TOKEN };
const TO = "Its recipients who are members, or who haven't joined and read it by a link";

const MAILS: readonly MailSample[] = [
  {
    order: 147,
    mailKind: "document-reminder-unopened",
    name: "A reminder of a document that wasn't opened",
    when: "The days of the settings or of the document after it was sent, in the hours of the settings",
    to: "Its recipients who haven't opened it",
    again: "Once for each version",
    compose: (brand, publicUrl) => composeReminder(brand, publicUrl, SENT, "UNOPENED", LINK),
  },
  {
    order: 148,
    mailKind: "document-reminder-undecided",
    name: "A reminder of a document that wasn't decided",
    when: "The days of the settings or of the document after it was sent, in the hours of the settings",
    to: TO,
    again: "Once for each version",
    compose: (brand, publicUrl) => composeReminder(brand, publicUrl, SENT, "UNDECIDED", "member"),
  },
  {
    order: 149,
    mailKind: "document-reminder-ending",
    name: "A reminder of a document whose last day comes near",
    when: "The days of the settings or of the document before its last day, in the hours of the settings",
    to: TO,
    again: "Once for each last day",
    compose: (brand, publicUrl) => composeReminder(brand, publicUrl, SENT, "ENDING", "member"),
  },
];

export const noun: Noun = {
  jobs: [sendReminders],
  mails: MAILS,
  actions: {
    documents: {
      "document.change-reminders": "changed the reminders of a document",
    },
    mails: {
      "document.remind": "reminded the recipients of a document",
    },
  },
};

export const routes: Route[] = [
  route(calls.getReminders, ({ deps, params }) => getReminders(deps, params.id)),
  route(calls.changeReminders, byId(changeReminders)),
];
