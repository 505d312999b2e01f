import type { PuckState } from "#domain/page/page.ts";
import { findAccessGiverName } from "../access-records/find-access-giver.ts";
import { type AppliedTerms, findAppliedTerms, linkedTerms } from "../agreements/find-terms.ts";
import type { Reader } from "../db/database.ts";
import type { EvidenceRow } from "../evidence/check-evidence.ts";
import type { DecisionRow, DocumentRow } from "./queries.ts";
import { type History, readHistory } from "./read-history.ts";

/** What the certificate tells of an acceptance beside its decision. */
export type CertificateFacts = {
  history: History;
  /** Null: they are not known of a decision that was made elsewhere. */
  terms: AppliedTerms[] | null;
  accessGivenByName: string | null;
};

export async function readCertificate(
  reader: Reader,
  document: DocumentRow,
  { decision, event }: { decision: DecisionRow; event: EvidenceRow | undefined },
  page: PuckState,
): Promise<CertificateFacts> {
  const { organizationId, decidedAt } = decision;
  const isBroughtIn = event?.kind === "document.bring-in";
  return {
    history: await readHistory(reader, document, decision, page),
    terms: isBroughtIn ? null : await findAppliedTerms(reader, organizationId, decidedAt, linkedTerms(page)),
    accessGivenByName: await findAccessGiverName(reader, decision),
  };
}
