import type { Actions } from "#domain/activity/describe-action.ts";
import type { Noun } from "../noun.ts";
import { COMPANY } from "../rls/row-rules.ts";

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
