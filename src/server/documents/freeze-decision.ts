import { randomUUID } from "node:crypto";
import type { ConsentFacts } from "#domain/consent/consent.ts";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import type { Attested } from "../evidence/append-evidence.ts";
import { type Authority, RECORD_FORMAT } from "../schema/consent-columns.ts";
import { documentDecisions } from "../schema/document-versions.ts";
import { type Content, toStoredForm } from "./content.ts";
import { type DecidedDocument, decisionEvidence } from "./document-evidence.ts";
import type { DocumentRow } from "./queries.ts";

/** The person who decided, their organization and their permission. */
type DecidedBy = {
  userProfileId: Id | null;
  userName: string;
  userEmail: string;
  organizationName: string;
  organizationPermissionId: Id | null;
  ipAddress: string | null;
  userAgent: string | null;
};

type Decided = DecidedDocument & Pick<DocumentRow, "uniqueDocumentId" | "organizationId">;

type Made = {
  decision: "APPROVED" | "DECLINED";
  decidedAt: Date;
  by: DecidedBy;
  /** The declaration that the person accepted; null if the portal asked for none. */
  declaration: string | null;
  how: ConsentFacts & Authority & { issuerRecordId: Id | null };
  /** Whether the portal ticked the box of the declaration in advance; null: it had none. */
  declarationStartedTicked: boolean | null;
  /** The reason for a decline, if given. */
  reason: string | null;
};

/**
 * Stores a decision with its exact content, which the document shows from now on. Returns the evidence to add. Throws
 * AppError "conflict" if a newer portal wrote the page.
 */
export async function freezeDecision(
  tx: Tx,
  document: Decided,
  content: Content,
  decision: Made,
): Promise<Attested> {
  const { row, evidence } = frozenDecision(document, content, decision);
  await tx.insert(documentDecisions).values(row);
  return evidence;
}

/** What freezeDecision stores. */
export function frozenDecision(document: Decided, content: Content, { by, ...decision }: Made) {
  const row = {
    documentDecisionId: randomUUID(),
    uniqueDocumentId: document.uniqueDocumentId,
    organizationId: document.organizationId,
    decision: decision.decision,
    decidedAt: decision.decidedAt,
    ...by,
    declaration: decision.declaration,
    recordVersion: RECORD_FORMAT,
    ...decision.how,
    declarationStartedTicked: decision.declarationStartedTicked,
    reason: decision.reason,
    versionNumber: content.version,
    contentHash: content.contentHash,
    hiddenHash: content.hiddenHash,
    page: toStoredForm(content.page),
    totalCost: content.totalCost,
  };
  return { row, evidence: decisionEvidence(document, row) };
}
