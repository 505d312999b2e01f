import { approvalDeclaration } from "#domain/documents/approval.ts";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import type { Content } from "./content.ts";
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

/** Keeps a decision together with exactly what was decided on: from now on the document shows that. */
export async function freezeDecision(
  tx: Tx,
  document: Pick<DocumentRow, "uniqueDocumentId" | "documentType">,
  content: Content,
  decision: { decision: "APPROVED" | "DECLINED"; decidedAt: Date; by: DecidedBy },
): Promise<void> {
  const { by } = decision;
  const isApproval = decision.decision === "APPROVED";
  await tx.insert(documentDecisions).values({
    uniqueDocumentId: document.uniqueDocumentId,
    decision: decision.decision,
    decidedAt: decision.decidedAt,
    ...by,
    declaration: isApproval ? approvalDeclaration(document.documentType, by.organizationName) : null,
    contentHash: content.contentHash,
    page: content.page,
    totalCost: content.totalCost,
  });
}
