import * as calls from "#contract/admin/mail.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { COMPANY, change, EVERY_ROW } from "../rls/row-rules.ts";
import { composeAnnouncement, notifyAnnouncement } from "./notify-announcement.job.ts";
import { listAnnouncements } from "./queries.ts";
import { sendAnnouncement } from "./send-announcement.ts";

export const noun: Noun = {
  actions: {
    mails: {
      "announcement.send": "sent an announcement",
    },
  },
  namedInDetails: ["announcement.send"],
  jobs: [notifyAnnouncement],
  mails: [
    {
      order: 130,
      mailKind: "announcement",
      name: "Announcement",
      when: "The company notifies organizations and chooses to email",
      to: "Every member of the chosen organizations, once also as a member of several",
      again: "Each announcement",
      compose: (brand, publicUrl) =>
        composeAnnouncement(brand, publicUrl, {
          title: "Closed over the holidays",
          text: "Our office is closed from 24 December to 4 January. We answer again from 5 January.",
          link: null,
        }),
    },
  ],
  rows: {
    announcements: [...COMPANY],
    announcement_organizations: [change(["worker"], EVERY_ROW, ["people"]), ...COMPANY],
  },
};

export const routes: Route[] = [
  listRoute(calls.listAnnouncements, ({ deps, query }) => listAnnouncements(deps, query)),
  route(calls.sendAnnouncement, ({ deps, caller, body }) => sendAnnouncement(deps, caller, body)),
];
