import type { Actions } from "#domain/activity/describe-action.ts";
import type { Noun } from "../noun.ts";
import { COMPANY } from "../rls/row-rules.ts";

const ACTIONS: Actions = {
  organizations: {
    "note.add": "added a note",
    "note.change": "changed a note",
    "note.remove": "deleted a note",
  },
};

export const noun: Noun = {
  actions: ACTIONS,
  rows: {
    notes: [...COMPANY],
  },
};
