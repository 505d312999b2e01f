import type { Noun } from "../noun.ts";
import { add, COMPANY, change, EVERY_ROW, OF_ORGANIZATION, OF_PERSON, see } from "../rls/row-rules.ts";

export const noun: Noun = {
  rows: {
    notifications: [
      see(["person"], OF_PERSON),
      change(["person"], OF_PERSON, ["read"]),
      add(["writer"], OF_ORGANIZATION),
      add(["worker"], EVERY_ROW),
      ...COMPANY,
    ],
  },
};
