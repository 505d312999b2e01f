import { ApiError } from "./api-error.ts";

/** Why something failed: the server's message, or that the server could not be reached. */
export function explainFailure(error: unknown): string {
  return error instanceof ApiError ? error.message : "We couldn't reach the portal. Please try again.";
}

/** explainFailure for a form, which keeps typed text. The server's own refusals are about what was typed. */
export function explainFormFailure(error: unknown): string {
  if (error instanceof ApiError)
    return error.code === "unknown" ? `${error.message} What you typed is still here.` : error.message;
  return "We couldn't reach the portal. What you typed is still here: please try again.";
}
