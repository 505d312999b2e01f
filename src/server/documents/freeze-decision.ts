import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import type { Content } from "./content.ts";
import { pageToStore } from "./page-to-store.ts";
import type { DocumentRow } from "./queries.ts";
import { documentDecisions } from "./tables.ts";

/** Who decided, for whom and by which right. */
export type DecidedBy = {
  userProfileId: Id | null;
  userName: string;
  userEmail: string;
  organizationName: string;
  organizationPermissionId: Id | null;
  ipAddress: string | null;
  userAgent: string | null;
};

/**
 * Keeps a decision together with exactly what was decided on: from now on the document shows that.
 * Throws AppError "conflict" where a newer portal wrote the page.
 */
export async function freezeDecision(
  tx: Tx,
  document: Pick<DocumentRow, "uniqueDocumentId">,
  content: Content,
  decision: {
    decision: "APPROVED" | "DECLINED";
    decidedAt: Date;
    by: DecidedBy;
    /** The sentence that the person accepted under; null where nobody was asked to here. */
    declaration: string | null;
    /** Why it was declined, where that was said. */
    reason: string | null;
  },
): Promise<void> {
  const { by } = decision;
  await tx.insert(documentDecisions).values({
    uniqueDocumentId: document.uniqueDocumentId,
    decision: decision.decision,
    decidedAt: decision.decidedAt,
    ...by,
    declaration: decision.declaration,
    reason: decision.reason,
    contentHash: content.contentHash,
    page: pageToStore(content.page),
    totalCost: content.totalCost,
  });
}
