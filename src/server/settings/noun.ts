import type { Actions } from "#domain/activity/say-action.ts";
import type { Noun } from "../noun.ts";

const ACTIONS: Actions = {
  portal: {
    "settings.change": "changed the settings",
  },
};

export const noun: Noun = { actions: ACTIONS };
