import { ApiError } from "./api-error.ts";

/** Why something was not done: what the server said about it, or that it could not be reached. */
export function explainFailure(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return "We could not reach the portal. What you typed is still here: please try again once you are connected.";
}
