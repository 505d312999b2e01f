import type { DecisionRefusal } from "#domain/access/two-sides.ts";
import { formatDateTime } from "#domain/format.ts";
import { AppError } from "../app-error.ts";

/** Why a writer cannot accept, decline, choose optional work or sign for their organization. */
export const NOT_DECIDING: Record<DecisionRefusal, string> = {
  "works-for-company":
    "You also work for the company, so you cannot accept, decline, choose optional work or sign for its client. Nothing was changed. Ask a colleague to decide, or give one of the two up: an owner can take your role away, a colleague your permission.",
  "decisions-held":
    "The company has just changed how you sign in, so you cannot accept, decline, choose optional work or sign for your organization for a day. Nothing was changed, and nothing expires meanwhile. A colleague who may write can let you decide now, under “Permissions”.",
};

/** The refusal of a decision. `until` is the end of a hold, told in the company's time zone. */
export function notDeciding(refusal: DecisionRefusal, until: Date | null, timeZone: string): AppError {
  if (refusal !== "decisions-held" || until === null)
    return new AppError("forbidden", NOT_DECIDING[refusal], { reason: refusal });
  const iso = until.toISOString();
  const message = NOT_DECIDING[refusal].replace("for a day", `until ${formatDateTime(iso, timeZone)}`);
  return new AppError("forbidden", message, { reason: refusal, until: iso });
}
