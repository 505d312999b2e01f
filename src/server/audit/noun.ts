import { EVIDENCE } from "#domain/activity/activity.ts";
import type { Noun } from "../noun.ts";
import {
  add,
  change,
  EVERY_ROW,
  MEMBER_ROLES,
  OF_ORGANIZATION,
  OF_PERSON,
  remove,
  see,
} from "../rls/row-rules.ts";

/** Audit rows that the portal may clear when their time has come, or take a removed person's name out of. */
const NO_EVIDENCE = `action <> all (array[${EVIDENCE.map((action) => `'${action}'`).join(", ")}])`;

export const noun: Noun = {
  rows: {
    audit_events: [
      add(["visitor"], "user_profile_id is null and organization_id is null"),
      add(["person"], OF_PERSON),
      // A member who may not write still opens documents.
      add(MEMBER_ROLES, `${OF_PERSON} and ${OF_ORGANIZATION}`),
      add(["admin", "worker", "portal"], EVERY_ROW),
      see(["admin", "worker", "portal"], EVERY_ROW),
      change(["portal"], NO_EVIDENCE, ["details"]),
      remove(["portal"], NO_EVIDENCE),
    ],
  },
};
