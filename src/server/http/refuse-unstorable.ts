import { isStorable, textsInside } from "#domain/storable-text.ts";
import { AppError } from "../app-error.ts";

/** Refuses a body with text that no database stores. Throws AppError "invalid". */
export function refuseUnstorable(body: unknown): void {
  for (const { text } of textsInside(body)) if (!isStorable(text)) throw UNSTORABLE;
}

/** The error for such text, wherever it is found. */
export const UNSTORABLE = new AppError(
  "invalid",
  "The request holds a character that cannot be kept (NUL, or half of one). Please take it out.",
);
