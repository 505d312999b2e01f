import { ApiError } from "./api-error.ts";

/** Why something failed: the server's message, or that the server could not be reached. */
export function explainFailure(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return "We could not reach the portal. What you typed is still here: please try again once you are connected.";
}
