import { STEP_UP } from "#contract/call.ts";
import { PASSWORD } from "./factories.ts";

/** Re-authenticates a person from a factory, who has no second factor. */
export const PROVED = { headers: { [STEP_UP]: PASSWORD } };
