import { z } from "zod";
import { AdminRole } from "#domain/account/admin-role.ts";
import { AdminProfile } from "#domain/account/managed-person.ts";
import { defineAdminCall, IdParams } from "../call.ts";

export const listAdmins = defineAdminCall("GET", "company/admin/list", "viewer", {
  staleAfter: ["permission", "person"],
  summary: "The company's own people and their roles",
  reply: z.array(AdminProfile),
});

export const changeAdminRole = defineAdminCall("PATCH", "user-profile/admin/{id}", "owner", {
  summary:
    "Gives one of the company's own people another role or, with null, none; the last owner stays one. A higher role asks for the header `step-up`",
  params: IdParams,
  body: z.strictObject({ adminRole: AdminRole.nullable() }),
  reply: AdminProfile.extend({ adminRole: AdminRole.nullable() }),
});
