import { SignInRules } from "#domain/account/sign-in.ts";
import { Id } from "#domain/id.ts";
import { defineCall } from "./call.ts";

export const getSignInRules = defineCall("GET", "organization/user/sign-in-rules", {
  who: "member",
  reach: "organization",
  summary: "How the people of the active organization must sign in",
  reply: SignInRules,
});

export const changeSignInRules = defineCall("PATCH", "organization/user/sign-in-rules", {
  who: "writer",
  reach: "organization",
  summary:
    "Changes how the people of the active organization must sign in, by somebody who does so themselves. To switch a rule off asks for the header `step-up`",
  body: SignInRules.extend({
    /** Must be the active organization. */
    organizationId: Id,
  }),
  reply: SignInRules,
});
