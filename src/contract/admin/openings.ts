import { Openings } from "#domain/openings/opening.ts";
import { defineCall } from "../call.ts";
import { IdParams } from "../id-params.ts";

export const getOpenings = defineCall({
  method: "GET",
  path: "unique-document/admin/{id}/openings",
  who: "viewer",
  reach: "every-organization",
  summary: "Who opened a document or its PDF, first and last, and how often visitors opened its public view",
  params: IdParams,
  reply: Openings,
});
