import { OpenedView } from "#domain/access/opened-view.ts";
import { defineCall } from "../call.ts";
import { IdParams } from "../id-params.ts";

export const openClientView = defineCall({
  method: "POST",
  path: "organization/admin/{id}/client-view",
  who: "viewer",
  reach: "every-organization",
  summary: "Records that the caller looks at the portal as a client, and answers the pass for their reads",
  params: IdParams,
  reply: OpenedView,
});
