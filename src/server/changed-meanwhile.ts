import { AppError } from "./app-error.ts";

/** The error for a change that began from what somebody else has changed since. `now` is what there is by now. */
export function changedMeanwhile(what: string, now: Record<string, unknown> = {}): AppError {
  const message = `Somebody else has changed ${what} meanwhile. Your change was not made. Read what is there now before you try again.`;
  return new AppError("conflict", message, { reason: "changed-meanwhile", ...now });
}
