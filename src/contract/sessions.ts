import { z } from "zod";
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from "#domain/account/field-lengths.ts";
import { SignInSession } from "#domain/account/sign-in.ts";
import { Id } from "#domain/id.ts";
import { defineCall } from "./call.ts";

export const listSessions = defineCall("GET", "user-profile/user/session/list", {
  who: "signed-in",
  reach: "person",
  summary: "Where the caller is signed in, the last used first",
  reply: z.array(SignInSession),
});

export const endSessions = defineCall("POST", "user-profile/user/session/end", {
  who: "signed-in",
  reach: "person",
  summary:
    "Signs the caller out in one browser or program; without a session, everywhere but here. Asks for the header `step-up`",
  body: z.strictObject({ only: Id.optional().describe("The id of the session to end") }),
  reply: z.strictObject({ ended: z.int().min(0) }),
});

export const changePassword = defineCall("POST", "user-profile/user/password", {
  who: "signed-in",
  reach: "person",
  summary: "Gives the caller a new password and signs them out everywhere but here",
  body: z.strictObject({
    currentPassword: z.string().min(1).max(LONGEST_PASSWORD),
    newPassword: z.string().min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD),
  }),
  reply: z.strictObject({ ended: z.int().min(0) }),
});
