import * as calls from "#contract/admin/settings.ts";
import { type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { COMPANY, EVERY_ROW, MEMBER_ROLES, see } from "../rls/row-rules.ts";
import { readSettings } from "./queries.ts";
import { updateSettings } from "./update-settings.ts";

export const noun: Noun = {
  actions: {
    portal: {
      "settings.change": "changed the settings",
    },
  },
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
];
