import { z } from "zod";
import { Id } from "#domain/id.ts";
import { RecordVersion } from "#domain/record-fields.ts";
import { Issuer, IssuerChange, IssuerDetails, IssuerRequirement } from "#domain/single-sign-on/issuer.ts";
import { defineAdminCall } from "../call.ts";

export const listCompanyIssuers = defineAdminCall("GET", "single-sign-on/admin/list", "owner", {
  summary: "The issuers by which the company's own people sign in",
  reply: z.array(Issuer),
});

export const listIssuersOf = defineAdminCall("GET", "organization/admin/{id}/single-sign-on/list", "owner", {
  summary: "The issuers by which the people of an organization sign in",
  reply: z.array(Issuer),
});

export const addCompanyIssuer = defineAdminCall("POST", "single-sign-on/admin", "owner", {
  summary: "Adds an issuer for the company's own people, after a test of its address",
  body: IssuerDetails,
  reply: Issuer,
});

export const addIssuerFor = defineAdminCall("POST", "organization/admin/{id}/single-sign-on", "owner", {
  summary:
    "Adds an issuer for the people of an organization. Its writers are notified, and it signs people in a day later",
  body: IssuerDetails,
  reply: Issuer,
});

export const changeIssuer = defineAdminCall("PATCH", "single-sign-on/admin/{id}", "owner", {
  summary: "Gives an issuer of the company or of an organization another name or secret",
  body: IssuerChange.extend({ recordVersion: RecordVersion }),
  reply: Issuer,
});

export const readIssuerRequirement = defineAdminCall(
  "GET",
  "single-sign-on/admin/{id}/requirement",
  "owner",
  {
    summary: "Whom an issuer of the company doesn't sign in, before it becomes the only way in",
    reply: IssuerRequirement,
  },
);

export const changeIssuerRequirement = defineAdminCall(
  "PATCH",
  "single-sign-on/admin/{id}/requirement",
  "owner",
  {
    summary:
      "Makes an issuer of the company the only way in for the company's people, or allows passwords and passkeys again. Ends the sessions that no issuer made",
    body: z.strictObject({ isRequired: z.boolean(), recordVersion: RecordVersion }),
    reply: Issuer,
  },
);

export const removeIssuer = defineAdminCall("DELETE", "single-sign-on/admin/{id}", "owner", {
  summary: "Removes an issuer of the company or of an organization, and ends all sign-ins by it",
  reply: z.strictObject({ issuerId: Id }),
});
