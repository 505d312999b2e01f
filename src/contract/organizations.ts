import { z } from "zod";
import { SignInRules } from "#domain/account/sign-in.ts";
import { Id } from "#domain/id.ts";
import { Organization } from "#domain/organizations/organization.ts";
import { defineCall } from "./call.ts";

export const listOrganizations = defineCall("GET", "organization/user/list", {
  who: "person",
  reach: "person",
  staleAfter: ["organization"],
  summary: "The organizations that the caller belongs to",
  reply: z.array(Organization),
});

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
    "Changes how the people of the active organization must sign in, by a member who does so themselves. To switch a rule off asks for the header `step-up`",
  body: SignInRules.extend({
    /** Must be the active organization. */
    organizationId: Id,
  }),
  reply: SignInRules,
});
