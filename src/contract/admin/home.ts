import { z } from "zod";
import { Home } from "#domain/home/home.ts";
import { UndeliveredMails } from "#domain/mail/undelivered-mail.ts";
import { Timestamp } from "#domain/record-fields.ts";
import { defineAdminCall } from "../call.ts";

export const getHome = defineAdminCall("GET", "home/admin/get", "viewer", {
  staleAfter: ["document", "invoice", "permission", "organization", "mail", "agreement", "settings"],
  summary: "What needs the company now: how many of each kind, what they are worth, and the first few",
  reply: Home,
});

export const markDecisionsSeen = defineAdminCall("POST", "home/admin/seen", "viewer", {
  summary: "Marks clients' decisions up to a moment as seen by the caller",
  body: z.strictObject({
    /** The moment of the latest decision that was shown. An earlier one than before changes nothing. */
    seenUntil: Timestamp,
  }),
  reply: z.strictObject({ seenUntil: Timestamp }),
});

export const listUndelivered = defineAdminCall("GET", "mail/admin/undelivered", "viewer", {
  staleAfter: ["mail"],
  summary: "The emails that were not delivered and why, the last first; at most the newest 500",
  reply: UndeliveredMails,
});
