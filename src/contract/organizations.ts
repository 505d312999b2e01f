import { z } from "zod";
import { Organization } from "#domain/organizations/organization.ts";
import { defineCall } from "./call.ts";

export const listOrganizations = defineCall("GET", "organization/user/list", {
  who: "person",
  reach: "person",
  staleAfter: ["organization"],
  summary: "The organizations that the caller belongs to",
  reply: z.array(Organization),
});
