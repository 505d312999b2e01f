import type { PuckState } from "#domain/page/page.ts";
import { refuseStoring, stampVersion } from "#domain/page/page-version.ts";
import { AppError } from "../app-error.ts";

/** A page in its stored form. Throws AppError "conflict" if a newer portal wrote the page. */
export function pageToStore(page: PuckState): PuckState {
  const refusal = refuseStoring(page);
  if (refusal !== null) throw new AppError("conflict", refusal, { reason: "newer-page" });
  return stampVersion(page);
}
