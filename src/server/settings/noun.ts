import * as calls from "#contract/admin/settings.ts";
import { type Route, route } from "../http/route.ts";
import { ADA, EACH_TIME } from "../mail/sample-values.ts";
import type { Noun } from "../noun.ts";
import { COMPANY, EVERY_ROW, MEMBER_ROLES, see } from "../rls/row-rules.ts";
import { composeTestMail, getMailSetup, sendTestMail } from "./mail-setup.ts";
import { readSettings } from "./queries.ts";
import { updateSettings } from "./update-settings.ts";

export const noun: Noun = {
  actions: {
    portal: {
      "settings.change": "changed the settings",
    },
    mails: {
      "mail.test": "sent a test email",
    },
  },
  mails: [
    {
      order: 280,
      mailKind: "test",
      name: "Test email",
      when: "One of the company's people asks for it in the settings",
      to: "That person",
      again: EACH_TIME,
      compose: (brand) => composeTestMail(brand, ADA.userName),
    },
  ],
  rows: {
    // A document that is not sent yet is priced with the present rate of GST.
    settings: [see(["visitor", ...MEMBER_ROLES], EVERY_ROW), ...COMPANY],
    number_series: [...COMPANY],
  },
};

export const routes: Route[] = [
  route(calls.getSettings, ({ deps }) => readSettings(deps.db, deps)),
  route(calls.updateSettings, ({ deps, caller, body, proof }) =>
    updateSettings(deps, caller, { ...body, proof }),
  ),
  route(calls.getMailSetup, ({ deps, caller }) => getMailSetup(deps, caller)),
  route(calls.sendTestMail, ({ deps, caller, body }) => sendTestMail(deps, caller, body)),
];
