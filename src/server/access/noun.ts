import type { Noun } from "../noun.ts";
import { forgetIdempotencyKeys } from "./forget-idempotency-keys.job.ts";

export const noun: Noun = { jobs: [forgetIdempotencyKeys] };
