import { join } from "node:path";
import { and, asc, eq, getTableColumns, gt, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import {
  type EvidenceKind,
  NO_HEAD,
  OF_DECISION,
  OF_INVOICE,
  OF_SIGNATURE,
  PORTAL_CHAIN,
} from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import { type ChangeDeps, change, PORTAL } from "../access/change.ts";
import { signatureEvidence } from "../agreements/signature-evidence.ts";
import { readLine, writeOnce } from "../data-dir/write-once.ts";
import { ADVISORY_LOCKS, type Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { EvidenceKey } from "../deps.ts";
import { decisionEvidence } from "../documents/document-evidence.ts";
import { type Attested, appendEvidence, fileEvidence } from "../evidence/append-evidence.ts";
import { readInvoicesEvidence } from "../invoices/invoice-evidence.ts";
import { signedGeneralDocuments } from "../schema/agreements.ts";
import { documentDecisions, documentSnapshots } from "../schema/document-versions.ts";
import { invoices, invoiceVisibleToClients, uniqueDocuments } from "../schema/documents.ts";
import { evidenceEvents, evidenceHeads } from "../schema/evidence.ts";
import { files } from "../schema/files.ts";
import { StartError } from "../start-error.ts";

const BATCH_SIZE = 500;

/** Adds evidence of what this transaction has added, so that an import proves no forged records. */
export async function attestAdded(tx: Tx, key: EvidenceKey, at: Date): Promise<void> {
  for (const added of [DECISIONS, SIGNATURES, INVOICES])
    await attestAll(tx, key, at, added, sql`${added.table}.xmin = pg_current_xact_id()::xid`);
}

/** Records of one kind, in the order of their ids. */
type Earlier = {
  table: PgTable;
  subject: AnyPgColumn;
  /** One of these is their evidence. */
  kinds: readonly EvidenceKind[];
  read(tx: Tx, where: SQL | undefined): Promise<Attested[]>;
};

/** Reads each record once, however many there are. */
async function attestAll(tx: Tx, key: EvidenceKey, at: Date, earlier: Earlier, matches?: SQL): Promise<void> {
  let after: Id = "";
  for (;;) {
    const records = await earlier.read(tx, and(gt(earlier.subject, after), matches));
    const last = records.at(-1);
    if (!last) return;
    const known = await findAttested(tx, records, earlier.kinds);
    const unproven = records.filter(({ subjectId }) => !known.has(subjectId));
    await appendEvidence(tx, key, at, unproven);
    after = last.subjectId;
  }
}

async function findAttested(
  tx: Tx,
  records: readonly Attested[],
  kinds: readonly EvidenceKind[],
): Promise<ReadonlySet<Id>> {
  const { subjectId, kind } = evidenceEvents;
  const subjects = records.map((one) => one.subjectId);
  const rows = await tx
    .select({ subjectId })
    .from(evidenceEvents)
    .where(and(isAnyOf(subjectId, subjects), isAnyOf(kind, kinds)));
  return new Set(rows.map((row) => row.subjectId));
}

const DECISIONS: Earlier = {
  table: documentDecisions,
  subject: documentDecisions.uniqueDocumentId,
  kinds: OF_DECISION,
  async read(tx, where) {
    const {
      userNameComparable: _name,
      userNameOrder: _order,
      ...columns
    } = getTableColumns(documentDecisions);
    const { uniqueDocumentId, name, documentType, externalId, slug } = uniqueDocuments;
    const rows = await tx
      .select({ decision: columns, document: { name, documentType, externalId, slug } })
      .from(documentDecisions)
      .innerJoin(uniqueDocuments, eq(uniqueDocumentId, documentDecisions.uniqueDocumentId))
      .where(where)
      .orderBy(asc(documentDecisions.uniqueDocumentId))
      .limit(BATCH_SIZE);
    const evidence = rows.map(({ document, decision }) => decisionEvidence(document, decision));
    return evidence.map((one) => ({ ...one, kind: "document.bring-in" }));
  },
};

const SIGNATURES: Earlier = {
  table: signedGeneralDocuments,
  subject: signedGeneralDocuments.signedGeneralDocumentId,
  kinds: OF_SIGNATURE,
  async read(tx, where) {
    const rows = await tx
      .select()
      .from(signedGeneralDocuments)
      .where(where)
      .orderBy(asc(signedGeneralDocuments.signedGeneralDocumentId))
      .limit(BATCH_SIZE);
    return rows.map((signature) => ({ ...signatureEvidence(signature), kind: "agreement.bring-in" }));
  },
};

const SNAPSHOTS: Earlier = {
  table: documentSnapshots,
  subject: documentSnapshots.fileId,
  kinds: ["document.snapshot"],
  async read(tx, where) {
    const rows = await tx
      .select({ file: files, ofId: documentSnapshots.uniqueDocumentId })
      .from(documentSnapshots)
      .innerJoin(files, eq(files.fileId, documentSnapshots.fileId))
      .where(where)
      .orderBy(asc(documentSnapshots.fileId))
      .limit(BATCH_SIZE);
    return rows.map(({ file, ofId }) => fileEvidence("document.snapshot", ofId, file));
  },
};

const INVOICES: Earlier = {
  table: invoices,
  subject: invoices.invoiceId,
  kinds: OF_INVOICE,
  async read(tx, where) {
    const rows = await tx
      .select()
      .from(invoices)
      .where(and(where, invoiceVisibleToClients(invoices)))
      .orderBy(asc(invoices.invoiceId))
      .limit(BATCH_SIZE);
    return readInvoicesEvidence(tx, "invoice.issue", rows);
  },
};

const COPIES: Earlier = {
  table: signedGeneralDocuments,
  subject: signedGeneralDocuments.fileId,
  kinds: ["agreement.copy"],
  async read(tx, where) {
    const rows = await tx
      .select({ file: files, ofId: signedGeneralDocuments.signedGeneralDocumentId })
      .from(signedGeneralDocuments)
      .innerJoin(files, eq(files.fileId, signedGeneralDocuments.fileId))
      .where(where)
      .orderBy(asc(signedGeneralDocuments.fileId))
      .limit(BATCH_SIZE);
    return rows.map(({ file, ofId }) => fileEvidence("agreement.copy", ofId, file));
  },
};

/**
 * Begins the evidence of a portal that has none, with all decisions, signatures, PDFs and invoices. Once only: otherwise
 * a portal would sign records that were forged in its database. Throws StartError if the evidence is gone.
 */
export async function beginEvidence(deps: ChangeDeps, dataDir: string): Promise<void> {
  const path = join(dataDir, "evidence-begun");
  await change(deps, PORTAL, async ({ tx, at }) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.load})`);
    const begun = await tx.select().from(evidenceHeads).where(eq(evidenceHeads.chain, PORTAL_CHAIN));
    if (begun.length > 0) return;
    if (readLine(path) !== null) throw new StartError(evidenceGone(path));
    await tx.insert(evidenceHeads).values({ chain: PORTAL_CHAIN, position: 0, head: NO_HEAD });
    for (const earlier of [DECISIONS, SIGNATURES, SNAPSHOTS, COPIES, INVOICES])
      await attestAll(tx, deps.evidence, at, earlier);
  });
  if (readLine(path) === null) writeOnce(path, deps.clock().toISOString());
}

const evidenceGone = (path: string) =>
  "The database has no evidence, though this portal has kept evidence before: someone removed it, or the database is " +
  "a backup from before there was any. Nothing was changed. Restore a newer backup. If no newer backup is meant, " +
  `remove ${path}, and the portal begins its evidence again with all decisions marked as brought in.`;
