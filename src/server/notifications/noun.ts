import type { ListPage } from "#contract/list-query.ts";
import * as calls from "#contract/notifications.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import {
  add,
  COMPANY,
  change,
  EVERY_ROW,
  OF_ORGANIZATION,
  OF_PERSON,
  see,
  WITHIN_LIMIT,
} from "../rls/row-rules.ts";
import { markAllNotifications, markNotification } from "./mark-notification.ts";
import { listNotifications } from "./queries.ts";

export const noun: Noun = {
  rows: {
    notifications: [
      see(["person"], `${OF_PERSON} and ${WITHIN_LIMIT}`),
      change(["person"], `${OF_PERSON} and ${WITHIN_LIMIT}`, ["read"]),
      add(["writer"], OF_ORGANIZATION),
      add(["worker"], EVERY_ROW),
      ...COMPANY,
    ],
  },
};

const NO_ROWS: ListPage = { total: 0, nextCursor: null, previousCursor: null };

export const routes: Route[] = [
  listRoute(
    calls.listNotifications,
    ({ deps, caller, query, body }) => listNotifications(deps, caller, query, body),
    // Someone who has just joined has none.
    async ({ query }) => ({ data: [], ...(query.limit !== undefined && { page: NO_ROWS }) }),
  ),
  route(calls.markNotification, ({ deps, caller, body }) => markNotification(deps, caller, body)),
  route(calls.markAllNotifications, ({ deps, caller, body }) => markAllNotifications(deps, caller, body)),
];
