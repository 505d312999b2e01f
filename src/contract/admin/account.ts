import { z } from "zod";
import { AdminRole } from "#domain/account/admin-role.ts";
import { AdminProfile } from "#domain/account/managed-person.ts";
import { defineCall } from "../call.ts";
import { IdParams } from "../id-params.ts";

export const listAdmins = defineCall({
  method: "GET",
  path: "company/admin/list",
  who: "viewer",
  reach: "every-organization",
  summary: "The company's own people and their roles",
  reply: z.array(AdminProfile),
});

export const changeAdminRole = defineCall({
  method: "PATCH",
  path: "user-profile/admin/{id}",
  who: "owner",
  reach: "every-organization",
  summary:
    "Gives one of the company's own people another role or, with null, none; the last owner stays one. A higher role asks for the header `step-up`",
  params: IdParams,
  body: z.strictObject({ adminRole: AdminRole.nullable() }),
  reply: AdminProfile.extend({ adminRole: AdminRole.nullable() }),
});
