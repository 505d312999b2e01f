import { BundleLink, SignatureBundleLink } from "#domain/evidence/bundle/bundle-link.ts";
import { defineCall } from "../call.ts";
import { IdParams } from "../id-params.ts";

export const takeBundleAsAdmin = defineCall({
  method: "POST",
  path: "unique-document/admin/{id}/evidence",
  who: "viewer",
  reach: "every-organization",
  summary:
    "A link to the evidence bundle of an accepted document of any organization, the same that its client gets",
  params: IdParams,
  reply: BundleLink,
});

export const takeSignatureBundleAsAdmin = defineCall({
  method: "POST",
  path: "signed-general-document/admin/{id}/evidence",
  who: "viewer",
  reach: "every-organization",
  summary: "A link to the evidence bundle of a signature, which proves it without the portal",
  params: IdParams,
  reply: SignatureBundleLink,
});
