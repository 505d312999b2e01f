import type { Actions } from "#domain/activity/say-action.ts";
import type { Noun } from "../noun.ts";
import { COMPANY, EVERY_ROW, MEMBER_ROLES, see } from "../wall/row-rules.ts";

const ACTIONS: Actions = {
  portal: {
    "product.add": "added a product",
    "product.change": "changed a product",
    "product.delete": "deleted a product",
    "product.restore": "brought a product back",
    "product.retire": "retired a product",
  },
};

export const noun: Noun = {
  actions: ACTIONS,
  namedInDetails: ["product.add", "product.change", "product.delete", "product.retire", "product.restore"],
  rows: {
    products: [see(["visitor", ...MEMBER_ROLES], EVERY_ROW), ...COMPANY],
  },
};
