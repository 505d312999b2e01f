import { z } from "zod";
import { Email } from "#domain/account/user-profile.ts";
import { Settings } from "#domain/settings/settings.ts";
import { defineAdminCall } from "../call.ts";

export const getSettings = defineAdminCall("GET", "settings/admin/get", "viewer", {
  staleAfter: ["settings"],
  summary: "The company's settings; until an owner changes them, those of the server's configuration",
  reply: Settings,
});

export const updateSettings = defineAdminCall("PATCH", "settings/admin/update", "owner", {
  summary:
    "Changes the company's settings for everybody at once. To switch a rule of sign-in off asks for the header `step-up`",
  body: z.strictObject({
    settings: Settings.safeExtend({ replyTo: Email.nullable() }),
    /** The settings as the owner read them. If they differ by now, nothing is changed. */
    asRead: Settings,
  }),
  reply: Settings,
});
