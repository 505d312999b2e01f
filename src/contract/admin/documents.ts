import { z } from "zod";
import { Sharing } from "#domain/documents/sharing.ts";
import { Timestamp } from "#domain/timestamp.ts";
import { defineCall } from "../call.ts";
import { IdParams } from "../id-params.ts";

export const getSharing = defineCall({
  method: "GET",
  path: "unique-document/admin/{id}/sharing",
  who: "viewer",
  reach: "every-organization",
  summary: "Whether a document's public view is open, and until when",
  params: IdParams,
  reply: Sharing,
});

export const shareDocument = defineCall({
  method: "PATCH",
  path: "unique-document/admin/{id}/sharing",
  who: "editor",
  reach: "every-organization",
  summary: "Opens the public view of a document to everybody who has its address, or closes it at once",
  params: IdParams,
  body: z.strictObject({
    isShared: z.boolean(),
    /** When sharing ends, in the future; null or left out: never. */
    expiresAt: Timestamp.nullable().optional(),
  }),
  reply: Sharing,
});
