import { SignatureBundleLink } from "#domain/agreements/general-document.ts";
import { BundleLink } from "#domain/documents/unique-document.ts";
import { defineAdminCall } from "../call.ts";

export const createBundleLinkAsAdmin = defineAdminCall(
  "POST",
  "unique-document/admin/{id}/evidence",
  "viewer",
  {
    summary:
      "A link to the evidence bundle of an accepted document of any organization, the same that its client gets",
    reply: BundleLink,
  },
);

export const createSignatureBundleLinkAsAdmin = defineAdminCall(
  "POST",
  "signed-general-document/admin/{id}/evidence",
  "viewer",
  {
    summary: "A link to the evidence bundle of a signature, which proves it without the portal",
    reply: SignatureBundleLink,
  },
);
