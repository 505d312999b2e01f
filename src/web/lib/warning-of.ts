import { ApiError } from "./api-error.ts";

/** The reason of a refusal that goes through once the person has seen its warning. */
export const WARNED = "letters-without-font";

/** The warning of such a refusal. The next try sends it along, to report that the screen showed it. */
export function warningOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.details.reason !== WARNED) return undefined;
  return String(error.details.warning);
}
