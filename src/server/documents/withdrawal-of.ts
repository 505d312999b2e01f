import type { Withdrawal } from "#domain/documents/unique-document.ts";
import type { DocumentRow } from "./queries.ts";

export function withdrawalOf({
  withdrawnAt,
  withdrawalReason,
}: Pick<DocumentRow, "withdrawnAt" | "withdrawalReason">): Withdrawal | null {
  return withdrawnAt && { withdrawnAt: withdrawnAt.toISOString(), reason: withdrawalReason ?? "" };
}
