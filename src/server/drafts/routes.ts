import * as calls from "#contract/admin/drafts.ts";
import { type Route, route } from "../http/route.ts";
import { getDraft } from "./get-draft.ts";
import { holdDraft } from "./hold-draft.ts";
import { savePage } from "./save-page.ts";

export const draftRoutes: Route[] = [
  route(calls.getDraft, ({ deps, params }) => getDraft(deps, params.id)),
  route(calls.savePage, ({ deps, caller, params, body }) => savePage(deps, caller, params.id, body)),
  route(calls.holdDraft, ({ deps, caller, params }) => holdDraft(deps, caller, params.id)),
];
