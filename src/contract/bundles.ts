import { BundleLink } from "#domain/evidence/bundle/bundle-link.ts";
import { defineCall } from "./call.ts";
import { IdParams } from "./id-params.ts";

export const takeBundle = defineCall({
  method: "POST",
  path: "unique-document/user/{id}/evidence",
  who: "member",
  reach: "organization",
  summary:
    "A link to the evidence bundle of an accepted document, which proves the acceptance without the portal",
  params: IdParams,
  reply: BundleLink,
});
