import { z } from "zod";
import { Id } from "#domain/id.ts";
import { OPENED } from "#domain/openings/opening.ts";
import { defineCall, IdParams } from "./call.ts";

export const reportOpening = defineCall("POST", "unique-document/user/{id}/opened", {
  who: "member",
  reach: "organization",
  summary: "Tells the company that the caller has opened a document or its PDF, once a visit",
  params: IdParams,
  body: z.strictObject({ what: z.enum(OPENED) }),
  reply: z.strictObject({ uniqueDocumentId: Id }),
});
