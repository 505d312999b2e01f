import { Openings } from "#domain/openings/opening.ts";
import { defineAdminCall, IdParams } from "../call.ts";

export const getOpenings = defineAdminCall("GET", "unique-document/admin/{id}/openings", "viewer", {
  staleAfter: ["document"],
  summary: "Who opened a document or its PDF, first and last, and how often visitors opened its public view",
  params: IdParams,
  reply: Openings,
});
