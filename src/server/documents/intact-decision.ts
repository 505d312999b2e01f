import { OF_DECISION } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import type { Deps, EvidenceKey } from "../deps.ts";
import { type EvidenceRow, findDifferences, type Proof } from "../evidence/check-evidence.ts";
import { findEvidence, findProof, lacksEvents } from "../evidence/read-evidence.ts";
import { type DecidedDocument, decisionEvidence } from "./decision-evidence.ts";
import { findNewestWithName, type VersionRow } from "./find-versions.ts";
import { asSent, type DecisionRow, type DocumentRow, findDecision, type SnapshotRow } from "./queries.ts";
import { versionEvidence } from "./version-evidence.ts";

type Named = DecidedDocument & Pick<DocumentRow, "uniqueDocumentId" | "status">;

/**
 * The decision on a document, compared with its evidence; null if there is none. Throws AppError "conflict" if they
 * differ, because then somebody changed the database past the portal.
 */
export async function findIntactDecision(
  deps: Pick<Deps, "evidence" | "log">,
  reader: Reader,
  document: Named,
): Promise<DecisionRow | null> {
  return (await findProvenDecision(deps, reader, document)).decision;
}

/** findIntactDecision, and whether the decision was brought in. `decided` was read at one moment. */
export async function findProvenDecision(
  deps: Pick<Deps, "evidence" | "log">,
  reader: Reader,
  document: Named,
  decided?: WithProof,
): Promise<{ decision: DecisionRow | null; isBroughtIn: boolean }> {
  const { decision, isBroughtIn, differences } = await compareDecision(deps, reader, document, decided);
  if (differences.length === 0) return { decision, isBroughtIn };
  throw evidenceDiffers(deps, document.uniqueDocumentId, differences);
}

/** Throws AppError "conflict" if a PDF of a document was made of another one. `ofId`: of which, by its evidence. */
export function requireOwn(
  deps: Pick<Deps, "log">,
  { uniqueDocumentId }: Pick<SnapshotRow, "uniqueDocumentId">,
  ofId: unknown,
): void {
  if (ofId !== uniqueDocumentId) throw evidenceDiffers(deps, uniqueDocumentId, ["snapshot"]);
}

/** requireOwn for these PDFs. */
export async function requireOwnFiles(
  deps: Pick<Deps, "log">,
  reader: Reader,
  snapshots: readonly SnapshotRow[],
): Promise<void> {
  await Promise.all(
    snapshots.map(async (snapshot) => {
      const [event] = await findEvidence(reader, snapshot.fileId, ["document.snapshot"]);
      requireOwn(deps, snapshot, event?.facts.ofId);
    }),
  );
}

/** The evidence of each time that a document was sent; without any, whether events of the chain are gone. */
export type Sendings = { events: readonly EvidenceRow[]; isLacking: boolean };

async function findSendings(reader: Reader, sent: VersionRow): Promise<Sendings> {
  const events = await findEvidence(reader, sent.uniqueDocumentId, ["document.send"]);
  return { events, isLacking: events.length === 0 && (await lacksEvents(reader, sent.organizationId)) };
}

/**
 * Throws AppError "conflict" if the version of a document that its client reads differs from what was sent. `known` was
 * read at the same moment as the version.
 */
export async function requireIntactVersion(
  deps: Pick<Deps, "evidence" | "log">,
  reader: Reader,
  document: Named,
  sent: VersionRow | undefined,
  known?: Sendings,
): Promise<void> {
  const differences = await compareVersion(deps, reader, document, sent, known);
  if (differences.length > 0) throw evidenceDiffers(deps, document.uniqueDocumentId, differences);
}

/**
 * How the version of a document that its client reads differs from its evidence. One that was brought in has none.
 * What was read at one moment with its evidence is not read again: it is this that is shown.
 */
export async function compareVersion(
  { evidence: key }: Pick<Deps, "evidence">,
  reader: Reader,
  document: Named,
  sent: VersionRow | undefined,
  known?: Sendings,
): Promise<string[]> {
  if (!sent) return [];
  const differences = compareSent(key, document, sent, known ?? (await findSendings(reader, sent)));
  if (known || differences.length === 0) return differences;
  if (!differences.every((one) => one === "name" || one === "documentType")) return differences;
  // Somebody may send under another name between the reading of the document and of its version.
  return compareNewest({ evidence: key }, reader, sent.uniqueDocumentId);
}

/** How the newest version differs from its evidence, under the name that the company reads and the one that clients read. */
export async function compareNewest(
  { evidence: key }: Pick<Deps, "evidence">,
  reader: Reader,
  uniqueDocumentId: Id,
): Promise<string[]> {
  const newest = await findNewestWithName(reader, uniqueDocumentId);
  if (!newest) return [];
  const { document, version } = newest;
  const sendings = await findSendings(reader, version);
  const named = [document, asSent(document)];
  return [...new Set(named.flatMap((one) => compareSent(key, one, version, sendings)))];
}

function compareSent(
  key: EvidenceKey,
  document: Pick<Named, "name" | "documentType">,
  sent: VersionRow,
  { events, isLacking }: Sendings,
): string[] {
  if (events.length === 0) return isLacking ? ["missing"] : [];
  const event = events.find(({ facts }) => facts.number === sent.number);
  return findDifferences(key, { event }, versionEvidence(document, sent));
}

function evidenceDiffers({ log }: Pick<Deps, "log">, uniqueDocumentId: Id, differences: string[]): AppError {
  log.error({ uniqueDocumentId, differences }, "A document differs from its evidence");
  return new AppError(
    "conflict",
    "The record of this document differs from its evidence, so it is not shown. Please contact us.",
    { reason: "evidence-differs" },
  );
}

/**
 * The decision on a document, and how it differs from its evidence (findDifferences). `decided` was read at one moment,
 * and is not read again.
 */
export async function compareDecision(
  { evidence: key }: Pick<Deps, "evidence">,
  reader: Reader,
  document: Named,
  decided?: WithProof,
): Promise<{ decision: DecisionRow | null; isBroughtIn: boolean; differences: string[] }> {
  const { uniqueDocumentId } = document;
  const { decision, proof } = decided ?? (await readDecided(reader, uniqueDocumentId));
  const isBroughtIn = proof.event?.kind === "document.bring-in";
  const isClosed = document.status === "APPROVED" || document.status === "DECLINED";
  if (!decision) return { decision, isBroughtIn, differences: proof.event || isClosed ? ["decision"] : [] };
  const { userNameComparable: _name, userNameOrder: _order, ...record } = decision;
  const differences = findDifferences(key, proof, decisionEvidence(document, record));
  // Of a document that was read before its decision the status may still be open.
  const isForged = isClosed && document.status !== decision.decision;
  return { decision, isBroughtIn, differences: isForged ? [...differences, "status"] : differences };
}

/** A decision and its evidence. */
type WithProof = { decision: DecisionRow | null; proof: Proof };

/** The decision on a document, if there is one, with its evidence. `known` was read before. */
export async function readDecided(
  reader: Reader,
  uniqueDocumentId: Id,
  known?: DecisionRow | null,
): Promise<WithProof> {
  const read = async (before?: DecisionRow | null): Promise<WithProof> => {
    const [decision, proof] = await Promise.all([
      before === undefined ? findDecision(reader, uniqueDocumentId) : before,
      findProof(reader, uniqueDocumentId, OF_DECISION),
    ]);
    return { decision, proof };
  };
  const decided = await read(known);
  // Somebody may decide between the two reads. Then both are there now.
  return (decided.decision === null) === (decided.proof.event === undefined) ? decided : read();
}
