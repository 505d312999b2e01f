import type { PageCalls } from "#contract/admin/page-calls.ts";
import { type Route, route } from "../http/route.ts";
import { leaveOutUnread } from "./leave-out-unread.ts";
import { getRevision, listRevisions } from "./list-revisions.ts";
import type { PageOwners } from "./page-owner.ts";
import { reportPresence } from "./report-presence.ts";
import { restoreRevision } from "./restore-revision.ts";
import { savePage } from "./save-page.ts";

/** The routes of the calls about the pages of documents, or of templates. */
export function pageRoutes(calls: PageCalls, owners: PageOwners): Route[] {
  return [
    route(calls.savePage, ({ deps, caller, params, body }) =>
      savePage(deps, caller, owners, params.id, body),
    ),
    route(calls.reportPresence, ({ deps, caller, params, body }) =>
      reportPresence(deps, caller, owners, params.id, body),
    ),
    route(calls.leaveOutUnread, ({ deps, caller, params }) =>
      leaveOutUnread(deps, caller, owners, params.id),
    ),
    route(calls.listRevisions, ({ deps, params }) => listRevisions(deps.db, owners, params.id)),
    route(calls.getRevision, ({ deps, params }) =>
      getRevision(deps.db, owners, params.id, Number(params.number)),
    ),
    route(calls.restoreRevision, ({ deps, caller, params, body }) =>
      restoreRevision(deps, caller, owners, params.id, Number(params.number), body),
    ),
  ];
}
