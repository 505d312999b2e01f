import { z } from "zod";
import { Email } from "#domain/account/user-profile.ts";
import { Settings } from "#domain/settings/settings.ts";
import { defineCall } from "../call.ts";

export const getSettings = defineCall({
  method: "GET",
  path: "settings/admin/get",
  who: "viewer",
  reach: "every-organization",
  summary: "The company's settings; until an owner changes them, those of the server's configuration",
  reply: Settings,
});

export const updateSettings = defineCall({
  method: "PATCH",
  path: "settings/admin/update",
  who: "owner",
  reach: "every-organization",
  summary:
    "Changes the company's settings for everybody at once. To switch a rule of sign-in off asks for the header `step-up`",
  body: z.strictObject({
    settings: Settings.safeExtend({ replyTo: Email.nullable() }),
    /** The settings as the owner read them. If they differ by now, nothing is changed. */
    asRead: Settings,
  }),
  reply: Settings,
});
