import type { OtherVersion } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import { sent } from "../db/sent.ts";
import { findEvidence } from "../evidence/read-evidence.ts";
import { findNewestVersions, type VersionRow } from "./find-versions.ts";
import { findCurrentChoices } from "./find-work.ts";
import { lacksSendings, type Sendings } from "./intact-decision.ts";
import {
  type DecisionRow,
  type DocumentRow,
  findDecision,
  findShownPredecessor,
  findSnapshots,
  lockShownDocument,
  type SnapshotRow,
} from "./queries.ts";

/** A locked document with all that its acceptance is judged by and its answer tells. */
export type ToApprove = {
  /** Null: there is none that the organization's people see. */
  document: DocumentRow | null;
  decision: DecisionRow | null;
  /** The newest version, the present choices on its work, and the evidence of its sending. */
  version: VersionRow | undefined;
  choices: ReadonlyMap<Id, boolean>;
  sendings: Sendings;
  snapshots: SnapshotRow[];
  predecessor: OtherVersion | null;
};

/** Locks the document and reads what belongs to it then, in one message where the driver can send it so. */
export async function readToApprove(tx: Tx, organizationId: Id, uniqueDocumentId: Id): Promise<ToApprove> {
  const locked = await sent(lockShownDocument(tx, organizationId, uniqueDocumentId));
  const [document, decision, versions, choices, events, isLacking, snapshots, predecessor] =
    await Promise.all([
      locked.answer,
      findDecision(tx, uniqueDocumentId),
      findNewestVersions(tx, [uniqueDocumentId]),
      findCurrentChoices(tx, [uniqueDocumentId]),
      findEvidence(tx, uniqueDocumentId, ["document.send"]),
      lacksSendings(tx, uniqueDocumentId),
      findSnapshots(tx, uniqueDocumentId),
      findShownPredecessor(tx, uniqueDocumentId),
    ]);
  const version = versions.get(uniqueDocumentId);
  return { document, decision, version, choices, sendings: { events, isLacking }, snapshots, predecessor };
}
