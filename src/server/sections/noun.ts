import * as calls from "#contract/admin/sections.ts";
import type { Actions } from "#domain/activity/describe-action.ts";
import { byId, type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { COMPANY } from "../rls/row-rules.ts";
import { addSection, getSection, listSections, removeSection, renameSection } from "./write-section.ts";

const ACTIONS: Actions = {
  portal: {
    "section.add": "saved a section for documents",
    "section.remove": "deleted a saved section",
    "section.rename": "renamed a saved section",
  },
};

export const noun: Noun = {
  actions: ACTIONS,
  namedInDetails: ["section.add", "section.rename", "section.remove"],
  rows: {
    sections: [...COMPANY],
  },
};

export const routes: Route[] = [
  route(calls.listSections, ({ deps }) => listSections(deps.db)),
  route(calls.getSection, ({ deps, params }) => getSection(deps.db, params.id)),
  route(calls.addSection, ({ deps, caller, body }) => addSection(deps, caller, body)),
  route(calls.renameSection, byId(renameSection)),
  route(calls.removeSection, byId(removeSection)),
];
