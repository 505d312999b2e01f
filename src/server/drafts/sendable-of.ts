import type { Sendable } from "#domain/documents/sending.ts";
import type { DocumentRow } from "../documents/queries.ts";

export function sendableOf({
  status,
  shownAt,
  withdrawnAt,
}: Pick<DocumentRow, "status" | "shownAt" | "withdrawnAt">): Sendable {
  return { status, isShown: shownAt !== null, isWithdrawn: withdrawnAt !== null };
}
