import { SignatureBundleLink } from "#domain/agreements/general-document.ts";
import { BundleLink } from "#domain/documents/unique-document.ts";
import { defineCall } from "./call.ts";

export const createBundleLink = defineCall("POST", "unique-document/user/{id}/evidence", "former-member", {
  reach: "organization",
  summary:
    "A link to the evidence bundle of an accepted document, which proves the acceptance without the portal",
  reply: BundleLink,
});

export const createSignatureBundleLink = defineCall(
  "POST",
  "signed-general-document/user/{id}/evidence",
  "former-member",
  {
    reach: "organization",
    summary:
      "A link to the evidence bundle of a signature for the active organization, which proves it without the portal",
    reply: SignatureBundleLink,
  },
);
