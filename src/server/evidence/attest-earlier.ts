import { and, eq, getTableColumns, notExists, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import {
  type EvidenceKind,
  NO_HEAD,
  OF_DECISION,
  OF_SIGNATURE,
  PORTAL_CHAIN,
} from "#domain/evidence/evidence-event.ts";
import { type ChangeDeps, change, PORTAL } from "../access/change.ts";
import { signatureEvidence } from "../agreements/signature-evidence.ts";
import { signedGeneralDocuments } from "../agreements/tables.ts";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import { decisionEvidence } from "../documents/decision-evidence.ts";
import { documentDecisions, documentSnapshots, uniqueDocuments } from "../documents/tables.ts";
import { fileEvidence } from "../files/file-evidence.ts";
import { files } from "../files/tables.ts";
import { type Attested, appendEvidence } from "./append-evidence.ts";
import type { EvidenceKey } from "./evidence-key.ts";
import { evidenceEvents, evidenceHeads } from "./tables.ts";

/** So many records are read and bound at once. */
const AT_ONCE = 500;

/** Begins the evidence of a portal that has none, at its first start with this version. */
export async function beginEvidence(deps: ChangeDeps): Promise<void> {
  await change(deps, PORTAL, async ({ tx, at }) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.load})`);
    const begun = await tx.select().from(evidenceHeads).where(eq(evidenceHeads.chain, PORTAL_CHAIN));
    if (begun.length > 0) return;
    await tx.insert(evidenceHeads).values({ chain: PORTAL_CHAIN, position: 0, head: NO_HEAD });
    await attestEarlier(tx, deps.evidence, at);
  });
}

/** Adds evidence of all decisions, signatures and PDFs that have none. They are marked as brought in. */
export async function attestEarlier(tx: Tx, key: EvidenceKey, at: Date): Promise<void> {
  await attestFound(tx, key, at, [findDecided, findSigned, findSnapshotFiles, findCopies]);
}

/** attestEarlier for what this transaction has added, so that an import proves nothing that somebody else slipped in. */
export async function attestAdded(tx: Tx, key: EvidenceKey, at: Date): Promise<void> {
  const isAdded = (table: PgTable) => sql`${table}.xmin = pg_current_xact_id()::xid`;
  await attestFound(tx, key, at, [
    () => findDecided(tx, isAdded(documentDecisions)),
    () => findSigned(tx, isAdded(signedGeneralDocuments)),
  ]);
}

async function attestFound(
  tx: Tx,
  key: EvidenceKey,
  at: Date,
  finds: readonly ((tx: Tx) => Promise<Attested[]>)[],
): Promise<void> {
  for (const find of finds) {
    let found = await find(tx);
    while (found.length > 0) {
      await appendEvidence(tx, key, at, found);
      found = await find(tx);
    }
  }
}

async function findDecided(tx: Tx, isMeant?: SQL): Promise<Attested[]> {
  const { userNameComparable: _name, userNameOrder: _order, ...columns } = getTableColumns(documentDecisions);
  const { uniqueDocumentId, name, documentType } = uniqueDocuments;
  const rows = await tx
    .select({ decision: columns, document: { name, documentType } })
    .from(documentDecisions)
    .innerJoin(uniqueDocuments, eq(uniqueDocumentId, documentDecisions.uniqueDocumentId))
    .where(and(isMeant, hasNone(tx, documentDecisions.uniqueDocumentId, OF_DECISION)))
    .limit(AT_ONCE);
  return rows.map(({ document, decision }) => ({
    ...decisionEvidence(document, decision),
    kind: "document.bring-in",
  }));
}

async function findSigned(tx: Tx, isMeant?: SQL): Promise<Attested[]> {
  const rows = await tx
    .select()
    .from(signedGeneralDocuments)
    .where(and(isMeant, hasNone(tx, signedGeneralDocuments.signedGeneralDocumentId, OF_SIGNATURE)))
    .limit(AT_ONCE);
  return rows.map((signature) => ({ ...signatureEvidence(signature), kind: "agreement.bring-in" }));
}

async function findSnapshotFiles(tx: Tx): Promise<Attested[]> {
  const rows = await tx
    .select({ file: files, ofId: documentSnapshots.uniqueDocumentId })
    .from(documentSnapshots)
    .innerJoin(files, eq(files.fileId, documentSnapshots.fileId))
    .where(hasNone(tx, files.fileId, ["document.snapshot"]))
    .limit(AT_ONCE);
  return rows.map(({ file, ofId }) => fileEvidence("document.snapshot", ofId, file));
}

async function findCopies(tx: Tx): Promise<Attested[]> {
  const rows = await tx
    .select({ file: files, ofId: signedGeneralDocuments.signedGeneralDocumentId })
    .from(signedGeneralDocuments)
    .innerJoin(files, eq(files.fileId, signedGeneralDocuments.fileId))
    .where(hasNone(tx, files.fileId, ["agreement.copy"]))
    .limit(AT_ONCE);
  return rows.map(({ file, ofId }) => fileEvidence("agreement.copy", ofId, file));
}

function hasNone(tx: Tx, subject: AnyPgColumn, kinds: readonly EvidenceKind[]) {
  const events = tx.select().from(evidenceEvents);
  return notExists(
    events.where(and(eq(evidenceEvents.subjectId, subject), isAnyOf(evidenceEvents.kind, kinds))),
  );
}
