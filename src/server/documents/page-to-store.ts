import type { PuckState } from "#domain/page/page.ts";
import { refuseStoring, stampVersion } from "#domain/page/page-version.ts";
import { AppError } from "../app-error.ts";

/** A page of today's format as it is stored. Throws AppError "conflict" for a page that a newer portal wrote. */
export function pageToStore(page: PuckState): PuckState {
  const refusal = refuseStoring(page);
  if (refusal !== null) throw new AppError("conflict", refusal, { reason: "newer-page" });
  return stampVersion(page);
}
