import { z } from "zod";
import { Id } from "#domain/id.ts";
import { RecordVersion } from "#domain/record-fields.ts";
import {
  Issuer,
  IssuerChange,
  IssuerDetails,
  LinkedIdentity,
  SignInIssuer,
} from "#domain/single-sign-on/issuer.ts";
import { defineCall } from "./call.ts";

export const listSignInIssuers = defineCall("GET", "single-sign-on/public/list", "public", {
  reach: "everybody",
  summary: "The issuers by which the company's people sign in, for the buttons of the sign-in page",
  reply: z.array(SignInIssuer),
});

export const getSignInIssuer = defineCall("GET", "single-sign-on/public/{id}", "public", {
  reach: "everybody",
  summary: "The issuer of an organization's own sign-in page, which its people know by its address",
  reply: SignInIssuer,
});

export const listOwnIssuers = defineCall("GET", "single-sign-on/user/list", "member", {
  reach: "organization",
  summary: "The issuers by which the people of the active organization sign in",
  reply: z.array(Issuer),
});

export const addOwnIssuer = defineCall("POST", "single-sign-on/user", "signatory", {
  reach: "organization",
  summary:
    "Adds an issuer for the people of the active organization, after a test of its address. Asks for the header `step-up`",
  body: IssuerDetails,
  reply: Issuer,
});

export const changeOwnIssuer = defineCall("PATCH", "single-sign-on/user/{id}", "signatory", {
  reach: "organization",
  summary: "Gives an issuer of the active organization another name or secret. Asks for the header `step-up`",
  body: IssuerChange.extend({ recordVersion: RecordVersion }),
  reply: Issuer,
});

export const removeOwnIssuer = defineCall("DELETE", "single-sign-on/user/{id}", "writer", {
  reach: "organization",
  summary:
    "Removes an issuer of the active organization and ends all sign-ins by it. Asks for the header `step-up`",
  reply: z.strictObject({ issuerId: Id }),
});

export const listLinkedIdentities = defineCall("GET", "user-profile/user/linked-identity/list", "signed-in", {
  reach: "person",
  summary: "The sign-ins at issuers that open the caller's account",
  reply: z.array(LinkedIdentity),
});

export const unlinkIdentity = defineCall("DELETE", "user-profile/user/linked-identity/{id}", "signed-in", {
  reach: "person",
  summary:
    "Unlinks a sign-in at an issuer, and ends the sessions that it made. Asks for the header `step-up`",
  reply: z.strictObject({ linkedIdentityId: Id }),
});
