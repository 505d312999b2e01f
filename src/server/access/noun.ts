import type { ScopeRole } from "../db/roles.ts";
import type { Noun } from "../noun.ts";
import { COMPANY, MEMBER_ROLES, type Rule, setting } from "../rls/row-rules.ts";
import { forgetIdempotencyKeys } from "./forget-idempotency-keys.job.ts";

const ownKeyRule = (role: ScopeRole, caller: string): Rule => ({
  command: "all",
  roles: [role],
  rows: `caller ${caller}`,
});

export const noun: Noun = {
  actions: {
    people: {
      "access.record-outside-chain": "took access away while the evidence of the organization was damaged",
    },
  },
  jobs: [forgetIdempotencyKeys],
  rows: {
    idempotency_keys: [
      ...MEMBER_ROLES.map((role) =>
        ownKeyRule(
          role,
          `= 'person ' || ${setting("user_profile_id")} || ' for ' || ${setting("organization_id")}`,
        ),
      ),
      ownKeyRule("person", `= 'person ' || ${setting("user_profile_id")}`),
      ownKeyRule("visitor", "like 'network %'"),
      ...COMPANY,
    ],
  },
};
