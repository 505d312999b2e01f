import type { Noun } from "../noun.ts";
import { add, COMPANY, change, MEMBER_ROLES, OF_ORGANIZATION, OF_PERSON, see } from "../rls/row-rules.ts";

export const noun: Noun = {
  rows: {
    document_openings: [
      see(MEMBER_ROLES, `${OF_PERSON} and ${OF_ORGANIZATION}`),
      add(MEMBER_ROLES, `${OF_PERSON} and ${OF_ORGANIZATION}`),
      change(MEMBER_ROLES, `${OF_PERSON} and ${OF_ORGANIZATION}`, ["last_at", "times"]),
      ...COMPANY,
    ],
  },
};
