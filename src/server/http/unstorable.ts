import { AppError } from "../app-error.ts";

/** The error for text that no database stores, wherever it is found. */
export const UNSTORABLE = new AppError(
  "invalid",
  "The request holds a character that cannot be kept (NUL, or half of one). Please take it out.",
);
