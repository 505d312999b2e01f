import type { Actions } from "#domain/activity/describe-action.ts";
import type { Noun } from "../noun.ts";

const ACTIONS: Actions = {
  portal: {
    "activity.export": "exported the activity",
  },
};

export const noun: Noun = { actions: ACTIONS };
