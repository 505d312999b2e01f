import { System } from "#domain/system/system-part.ts";
import { defineAdminCall } from "../call.ts";

export const getSystem = defineAdminCall("GET", "system/admin/get", "owner", {
  staleAfter: ["mail", "settings"],
  summary: "How the portal works: each part with its state, figures and what to do, the worst first",
  reply: System,
});
