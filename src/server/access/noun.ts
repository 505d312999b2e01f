import type { Actions } from "#domain/activity/say-action.ts";
import type { Noun } from "../noun.ts";
import { forgetIdempotencyKeys } from "./forget-idempotency-keys.job.ts";

const ACTIONS: Actions = {
  people: {
    "access.record-outside-chain": "took access away while the evidence of the organization was damaged",
  },
};

export const noun: Noun = { actions: ACTIONS, jobs: [forgetIdempotencyKeys] };
