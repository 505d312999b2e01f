import { STEP_UP } from "#contract/call.ts";
import { PASSWORD } from "./factories.ts";

/** A person from a factory without a second factor shows anew that it is them. */
export const PROVED = { headers: { [STEP_UP]: PASSWORD } };
