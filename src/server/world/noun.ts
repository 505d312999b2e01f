import type { Actions } from "#domain/activity/describe-action.ts";
import type { Noun } from "../noun.ts";

const ACTIONS: Actions = {
  portal: {
    "world.load": "imported records",
  },
};

export const noun: Noun = { actions: ACTIONS };
