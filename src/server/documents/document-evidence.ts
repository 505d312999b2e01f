import { exact } from "#domain/decimal.ts";
import type { Attested } from "../evidence/append-evidence.ts";
import { formatFact } from "../schema/consent-columns.ts";
import type { DecisionRow, DocumentRow, VersionRow } from "./queries.ts";

export type DecidedDocument = Pick<DocumentRow, "name" | "documentType" | "externalId" | "slug">;
/** The columns that are not generated. */
type Decided = Omit<DecisionRow, "userNameComparable" | "userNameOrder">;

/** What proves a decision. The person and what the page hides are sealed: they must be disclosed to be checked. */
export function decisionEvidence(document: DecidedDocument, decision: Decided): Attested {
  const { userProfileId, userName, userEmail, ipAddress, userAgent, page, totalCost, ...rest } = decision;
  const { decidedAt, authorisedSince, reason, ...open } = rest;
  const { name, documentType, externalId, slug } = document;
  // Events of records of format 1 do not have the number and the address of the document.
  const named: Record<string, string> = decision.recordVersion === 1 ? {} : { externalId, slug };
  return {
    chain: decision.organizationId,
    kind: decision.decision === "APPROVED" ? "document.approve" : "document.decline",
    subjectId: decision.uniqueDocumentId,
    facts: {
      name,
      documentType,
      decidedAt: decidedAt.toISOString(),
      ...open,
      ...formatFact(decision),
      authorisedSince: authorisedSince?.toISOString() ?? null,
      ...named,
    },
    hashedFacts: {
      person: { userProfileId, userName, userEmail, ipAddress, userAgent, reason },
      content: { page, totalCost: totalCost === null ? null : exact(totalCost).toFixed() },
    },
  };
}

/** What proves that a version was sent. Its content, who sent it and what they wrote with it are sealed. */
export function versionEvidence(
  { name, documentType }: Pick<DocumentRow, "name" | "documentType">,
  version: VersionRow,
): Attested {
  const { uniqueDocumentId, organizationId, number, sentAt, sentByUserProfileId, message, page, work } =
    version;
  return {
    chain: organizationId,
    kind: "document.send",
    subjectId: uniqueDocumentId,
    facts: { uniqueDocumentId, organizationId, number, name, documentType, sentAt: sentAt.toISOString() },
    hashedFacts: { content: { page, work }, sender: { sentByUserProfileId, message } },
  };
}
