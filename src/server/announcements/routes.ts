import * as calls from "#contract/admin/mail.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { listAnnouncements } from "./queries.ts";
import { sendAnnouncement } from "./send-announcement.ts";

export const announcementRoutes: Route[] = [
  listRoute(calls.listAnnouncements, ({ deps, query }) => listAnnouncements(deps, query)),
  route(calls.sendAnnouncement, ({ deps, caller, body }) => sendAnnouncement(deps, caller, body)),
];
