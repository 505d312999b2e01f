import { and, count, eq, gte, lte, max } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import type { IssuerSetUp } from "#domain/consent/consent.ts";
import { acceptedChoices } from "#domain/documents/approval.ts";
import type { PuckState } from "#domain/page/page.ts";
import {
  findAccessGiverName,
  findIssuerSetUp,
  findJoinedByLink,
  type JoinedByLink,
} from "../access-records/queries.ts";
import { type AppliedTerms, findAppliedTerms, linkedTerms } from "../agreements/find-terms.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { EvidenceRow } from "../evidence/check-evidence.ts";
import { userProfiles } from "../schema/account.ts";
import { auditEvents } from "../schema/audit.ts";
import { documentVersions } from "../schema/document-versions.ts";
import type { DecisionRow, DocumentRow } from "./queries.ts";

/** What the certificate tells of an acceptance beside its decision. */
export type CertificateFacts = {
  history: History;
  /** Null: they are not known of a decision that was made elsewhere. */
  terms: AppliedTerms[] | null;
  accessGivenByName: string | null;
  /** The issuer that signed the person in; null: none did. */
  issuerSetUp: IssuerSetUp | null;
  /** Null: the person joined in another way, or that is not known. */
  joined: JoinedByLink | null;
};

export async function readCertificate(
  reader: DbOrTx,
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
    issuerSetUp: await findIssuerSetUp(reader, decision),
    joined: await findJoinedByLink(reader, decision),
  };
}

/** What happened to an accepted version before it was accepted. */
type History = {
  /** Null: the decision is older than versions, or was made elsewhere. */
  sent: { at: Date; by: string | null } | null;
  openedAt: Date | null;
  choices: { times: number; lastAt: Date | null };
};

type Decided = Pick<DecisionRow, "uniqueDocumentId" | "versionNumber" | "decidedAt">;

async function readHistory(
  reader: DbOrTx,
  { openedAt }: Pick<DocumentRow, "openedAt">,
  { uniqueDocumentId, versionNumber, decidedAt }: Decided,
  page: PuckState,
): Promise<History> {
  const none = { sent: null, openedAt: null, choices: { times: 0, lastAt: null } };
  if (versionNumber === null) return none;
  const { firstName, lastName, email, userProfileId } = userProfiles;
  const [version] = await reader
    .select({ at: documentVersions.sentAt, sender: { firstName, lastName, email } })
    .from(documentVersions)
    .leftJoin(userProfiles, eq(userProfileId, documentVersions.sentByUserProfileId))
    .where(
      and(
        eq(documentVersions.uniqueDocumentId, uniqueDocumentId),
        eq(documentVersions.number, versionNumber),
      ),
    );
  if (!version) return none;
  const workOrderIds = acceptedChoices(page).map(({ workOrderId }) => workOrderId);
  const [chosen] = await reader
    .select({ times: count(), lastAt: max(auditEvents.at) })
    .from(auditEvents)
    .where(
      and(
        isAnyOf(auditEvents.subjectId, workOrderIds),
        eq(auditEvents.action, "work-order.choose"),
        gte(auditEvents.at, version.at),
        lte(auditEvents.at, decidedAt),
      ),
    );
  return {
    sent: { at: version.at, by: version.sender && displayName(version.sender) },
    openedAt: openedAt !== null && openedAt <= decidedAt ? openedAt : null,
    choices: chosen ?? none.choices,
  };
}
