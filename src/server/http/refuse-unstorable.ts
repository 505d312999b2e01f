import { isStorable, textsInside } from "#domain/storable-text.ts";
import { AppError } from "../app-error.ts";

/** Refuses a body that holds text which no database keeps. Throws AppError "invalid". */
export function refuseUnstorable(body: unknown): void {
  for (const { text } of textsInside(body)) if (!isStorable(text)) throw UNSTORABLE;
}

/** What is answered to text that cannot be kept, whoever finds it. */
export const UNSTORABLE = new AppError(
  "invalid",
  "The request holds a character that cannot be kept (NUL, or half of one). Please take it out.",
);
