import type { Actions } from "#domain/activity/say-action.ts";
import type { Noun } from "../noun.ts";

const ACTIONS: Actions = {
  decisions: {
    "work-order.choose": "chose optional work",
  },
  work: {
    "work-order.add": "added a work order",
    "work-order.change": "changed a work order",
    "work-order.delete": "deleted a work order",
    "work-order.move": "moved a work order",
    "work-order.show": "showed a work order to the client",
  },
};

export const noun: Noun = { actions: ACTIONS, namedInDetails: ["work-order.delete"] };
