import { OF_DECISION } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import { type AppError, conflict } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps, EvidenceKey } from "../deps.ts";
import { type EvidenceRow, findDifferences, type Proof } from "../evidence/check-evidence.ts";
import { findEvidence, findProof, lacksEvents } from "../evidence/read-evidence.ts";
import { type Content, contentOfPage } from "./content.ts";
import { type DecidedDocument, decisionEvidence, versionEvidence } from "./document-evidence.ts";
import {
  asSent,
  type DecisionRow,
  type DocumentRow,
  findDecision,
  findNewestWithName,
  type SnapshotRow,
  type VersionRow,
} from "./queries.ts";
import { resolvePages, showsSent } from "./resolve-page.ts";

type Named = DecidedDocument & Pick<DocumentRow, "uniqueDocumentId" | "status">;

/** A document with its decision and the content that was decided on, or that waits for a decision. */
export type IntactDocument = {
  document: DocumentRow;
  decision: DecisionRow | null;
  /** The evidence of the decision. */
  event: EvidenceRow | undefined;
  isBroughtIn: boolean;
  content: Content;
};

/**
 * The decision and content of a document, compared with the evidence. Throws AppError "conflict" if they differ,
 * because then someone changed the database past the portal.
 */
export async function readIntact(
  deps: Pick<Deps, "evidence" | "log">,
  reader: DbOrTx,
  document: DocumentRow,
): Promise<IntactDocument> {
  const { uniqueDocumentId, organizationId } = document;
  const [{ differences, ...decided }, pages] = await Promise.all([
    compareDecision(deps, reader, document),
    resolvePages(reader, organizationId, showsSent(document) ? [document] : []),
  ]);
  if (differences.length > 0) throw evidenceDiffers(deps, uniqueDocumentId, differences);
  const content = contentOfPage(document, decided.decision, pages.get(uniqueDocumentId));
  const ofSent = await compareVersion(deps, reader, document, content.sent);
  if (ofSent.length > 0) throw evidenceDiffers(deps, uniqueDocumentId, ofSent);
  return { document, ...decided, content };
}

/** Throws AppError "conflict" if one of these PDFs was made of another document than it is shown with. */
export async function requireOwnFiles(
  deps: Pick<Deps, "log">,
  reader: DbOrTx,
  snapshots: readonly SnapshotRow[],
): Promise<void> {
  await Promise.all(
    snapshots.map(async (snapshot) => {
      const [event] = await findEvidence(reader, snapshot.fileId, ["document.snapshot"]);
      const { uniqueDocumentId } = snapshot;
      if (event?.facts.ofId !== uniqueDocumentId) throw evidenceDiffers(deps, uniqueDocumentId, ["snapshot"]);
    }),
  );
}

/** The evidence of each time that a document was sent; without any, whether events of the chain are gone. */
type Sendings = { events: readonly EvidenceRow[]; isLacking: boolean };

async function findSendings(reader: DbOrTx, sent: VersionRow): Promise<Sendings> {
  const events = await findEvidence(reader, sent.uniqueDocumentId, ["document.send"]);
  return { events, isLacking: events.length === 0 && (await lacksEvents(reader, sent.organizationId)) };
}

/** How the version of a document that its client reads differs from its evidence. One that was brought in has none. */
export async function compareVersion(
  { evidence: key }: Pick<Deps, "evidence">,
  reader: DbOrTx,
  document: Named,
  sent: VersionRow | undefined,
): Promise<string[]> {
  if (!sent) return [];
  const differences = compareSent(key, document, sent, await findSendings(reader, sent));
  if (differences.length === 0) return differences;
  if (!differences.every((one) => one === "name" || one === "documentType")) return differences;
  // Someone may send under another name between the reading of the document and of its version.
  return compareNewest({ evidence: key }, reader, sent.uniqueDocumentId);
}

/** How the newest version differs from its evidence, under the company's and the clients' name of the document. */
export async function compareNewest(
  { evidence: key }: Pick<Deps, "evidence">,
  reader: DbOrTx,
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
  return conflict(
    "evidence-differs",
    "The record of this document differs from its evidence, so it isn't shown. Please contact us.",
  );
}

/** The decision and how it differs from its evidence (findDifferences). A given `decided` is not read again. */
export async function compareDecision(
  { evidence: key }: Pick<Deps, "evidence">,
  reader: DbOrTx,
  document: Named,
  decided?: WithProof,
): Promise<Omit<IntactDocument, "document" | "content"> & { differences: string[] }> {
  const { uniqueDocumentId } = document;
  const { decision, proof } = decided ?? (await readDecided(reader, uniqueDocumentId));
  const { event } = proof;
  const isBroughtIn = event?.kind === "document.bring-in";
  const isClosed = document.status === "APPROVED" || document.status === "DECLINED";
  if (!decision) return { decision, event, isBroughtIn, differences: event || isClosed ? ["decision"] : [] };
  const { userNameComparable: _name, userNameOrder: _order, ...record } = decision;
  const differences = findDifferences(key, proof, decisionEvidence(document, record));
  // Of a document that was read before its decision the status may still be open.
  const isForged = isClosed && document.status !== decision.decision;
  return { decision, event, isBroughtIn, differences: isForged ? [...differences, "status"] : differences };
}

/** A decision and its evidence. */
type WithProof = { decision: DecisionRow | null; proof: Proof };

/** The decision on a document, if there is one, with its evidence. `known` was read before. */
export async function readDecided(
  reader: DbOrTx,
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
  // Someone may decide between the two reads. Then both are there now.
  return (decided.decision === null) === (decided.proof.event === undefined) ? decided : read();
}
