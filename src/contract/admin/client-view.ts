import { OpenedView } from "#domain/access/opened-view.ts";
import { defineAdminCall, IdParams } from "../call.ts";

export const openClientView = defineAdminCall("POST", "organization/admin/{id}/client-view", "viewer", {
  summary: "Records that the caller looks at the portal as a client, and answers the pass for their reads",
  params: IdParams,
  reply: OpenedView,
});
