import * as calls from "#contract/admin/documents.ts";
import { type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { COMPANY, see } from "../rls/row-rules.ts";
import { getSharing } from "./queries.ts";
import { shareDocument } from "./share-document.ts";

export const noun: Noun = {
  rows: {
    document_sharings: [see(["visitor"], "expires_at is null or expires_at > now()"), ...COMPANY],
  },
};

export const routes: Route[] = [
  route(calls.getSharing, ({ deps, params }) => getSharing(deps.db, params.id)),
  route(calls.shareDocument, ({ deps, caller, params, body }) =>
    shareDocument(deps, caller, params.id, body),
  ),
];
