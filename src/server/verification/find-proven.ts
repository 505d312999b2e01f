import { and, desc, eq, getTableColumns, max } from "drizzle-orm";
import { type EvidenceKind, type Fact, OF_INVOICE } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import { IMAGE_PATH } from "#domain/images/image-address.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import { accessEvidence } from "../access-records/access-event.ts";
import { contentHashOf } from "../agreements/queries.ts";
import { signatureEvidence } from "../agreements/signature-evidence.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { COMPARED_COLUMNS, differencesOfDocument } from "../documents/compare-document.ts";
import { decisionEvidence, versionEvidence } from "../documents/document-evidence.ts";
import type { Commitment } from "../evidence/append-evidence.ts";
import { fileEvidence } from "../evidence/append-evidence.ts";
import type { EvidenceRow } from "../evidence/check-evidence.ts";
import { boundImages, findLostImages } from "../images/find-lost-images.ts";
import { readInvoicesEvidence } from "../invoices/invoice-evidence.ts";
import { accessRecords } from "../schema/access-records.ts";
import { signedGeneralDocuments, signedVersions } from "../schema/agreements.ts";
import { documentDecisions, documentSnapshots, documentVersions } from "../schema/document-versions.ts";
import { invoices, uniqueDocuments } from "../schema/documents.ts";
import { evidenceEvents } from "../schema/evidence.ts";
import { files } from "../schema/files.ts";

/** The current record of an event's subject, and its differences beyond what the event commits to. */
export type Proven = Commitment & { alsoDiffering: string[] };

/** Nothing is left of a file whose person was erased. */
const ERASED_FILE: Proven = { facts: {}, hashedFacts: {}, alsoDiffering: [] };

type Find = (reader: DbOrTx, events: readonly EvidenceRow[]) => Promise<Map<string, Proven>>;

/** The records of events. One that is gone has no entry. */
export async function findProven(
  reader: DbOrTx,
  events: readonly EvidenceRow[],
): Promise<Map<EvidenceRow, Proven>> {
  const all = new Map<EvidenceRow, Proven>();
  for (const [find, ofKinds] of Map.groupBy(events, ({ kind }) => FINDS[kind])) {
    const records = await find(reader, ofKinds);
    for (const event of ofKinds) {
      const record = records.get(keyOf(event));
      if (record) all.set(event, record);
    }
  }
  return all;
}

/** A document is sent several times, an invoice changes, and several people may be erased from a record. */
function keyOf({ kind, subjectId, facts, position }: EvidenceRow): string {
  if (kind === "document.send") return versionKey(subjectId, facts.number);
  const isRepeated = kind === "person.erase" || OF_INVOICE.some((one) => one === kind);
  return isRepeated ? versionKey(subjectId, position) : subjectId;
}

const versionKey = (id: Id, number: Fact | undefined) => `${id} ${number}`;
const subjectsOf = (events: readonly EvidenceRow[]) => events.map(({ subjectId }) => subjectId);

async function findAccessRecords(reader: DbOrTx, events: readonly EvidenceRow[]) {
  const isOfEvents = isAnyOf(accessRecords.accessRecordId, subjectsOf(events));
  const rows = await reader.select().from(accessRecords).where(isOfEvents);
  return new Map(
    rows.map((row) => {
      const alsoDiffering = row.isOutsideChain ? ["isOutsideChain"] : [];
      return [row.accessRecordId, { ...accessEvidence(row), alsoDiffering }];
    }),
  );
}

async function findDecisions(reader: DbOrTx, events: readonly EvidenceRow[]) {
  const { userNameComparable: _name, userNameOrder: _order, ...columns } = getTableColumns(documentDecisions);
  const { uniqueDocumentId, invoiceId } = uniqueDocuments;
  const isVersion = and(
    eq(documentVersions.uniqueDocumentId, uniqueDocumentId),
    eq(documentVersions.number, documentDecisions.versionNumber),
  );
  const rows = await reader
    .select({
      decision: columns,
      document: COMPARED_COLUMNS,
      versionSentAt: documentVersions.sentAt,
      invoiceOf: invoices.organizationId,
    })
    .from(documentDecisions)
    .innerJoin(uniqueDocuments, eq(uniqueDocumentId, documentDecisions.uniqueDocumentId))
    .leftJoin(documentVersions, isVersion)
    .leftJoin(invoices, eq(invoices.invoiceId, invoiceId))
    .where(isAnyOf(documentDecisions.uniqueDocumentId, subjectsOf(events)));
  const pages = rows.map(({ decision }) => decision.page);
  const lostOn = await findLostOn(reader, pages);
  return new Map(
    rows.map((row) => {
      const alsoDiffering = [...differencesOfDocument(row), ...lostOn(row.decision.page)];
      const evidence = decisionEvidence(row.document, row.decision);
      return [row.decision.uniqueDocumentId, { ...evidence, alsoDiffering }];
    }),
  );
}

/** Returns a function with the lost images that a stored page binds. */
async function findLostOn(reader: DbOrTx, pages: readonly unknown[]): Promise<(page: unknown) => string[]> {
  const withImages = pages.filter((page) => JSON.stringify(page).includes(IMAGE_PATH));
  const shown = new Map(withImages.map((page) => [page, migratePage(page).page]));
  const lost = await findLostImages(reader, [...shown.values()]);
  return (page) => {
    const own = shown.get(page);
    const gone = own ? boundImages(own).filter((imageId) => lost.has(imageId)) : [];
    return gone.map((imageId) => `the image ${imageId}, which is gone`);
  };
}

async function findSignatures(reader: DbOrTx, events: readonly EvidenceRow[]) {
  const rows = await reader
    .select({ signature: signedGeneralDocuments, text: signedVersions })
    .from(signedGeneralDocuments)
    .leftJoin(signedVersions, eq(signedVersions.contentHash, signedGeneralDocuments.contentHash))
    .where(isAnyOf(signedGeneralDocuments.signedGeneralDocumentId, subjectsOf(events)));
  return new Map(
    rows.map(({ signature, text }) => {
      const { signedGeneralDocumentId, contentHash } = signature;
      // An imported signature has no text.
      const isOfText = contentHash === null || (text !== null && contentHashOf(text) === contentHash);
      const alsoDiffering = isOfText ? [] : ["the signed text"];
      return [signedGeneralDocumentId, { ...signatureEvidence(signature), alsoDiffering }];
    }),
  );
}

async function findVersions(reader: DbOrTx, events: readonly EvidenceRow[]) {
  const { uniqueDocumentId, name, documentType, sentName, sentType } = uniqueDocuments;
  const rows = await reader
    .select({ version: documentVersions, document: { name, documentType, sentName, sentType } })
    .from(documentVersions)
    .innerJoin(uniqueDocuments, eq(uniqueDocumentId, documentVersions.uniqueDocumentId))
    .where(isAnyOf(documentVersions.uniqueDocumentId, subjectsOf(events)))
    .orderBy(desc(documentVersions.number));
  const newest = new Map(rows.toReversed().map(({ version }) => [version.uniqueDocumentId, version]));
  const pages = rows.map(({ version }) => version.page);
  const lostOn = await findLostOn(reader, pages);
  const eventsByKey = new Map(events.map((event) => [keyOf(event), event]));
  return new Map(
    rows.map(({ version, document }) => {
      const key = versionKey(version.uniqueDocumentId, version.number);
      const { sentName: shown, sentType: type } = document;
      const now = { name: shown ?? document.name, documentType: type ?? document.documentType };
      // The event alone keeps the name and type of an earlier version.
      const then = eventsByKey.get(key)?.facts as typeof now | undefined;
      const wording = newest.get(version.uniqueDocumentId) === version ? now : (then ?? now);
      return [key, { ...versionEvidence(wording, version), alsoDiffering: lostOn(version.page) }];
    }),
  );
}

async function findFiles(reader: DbOrTx, events: readonly EvidenceRow[]) {
  const { uniqueDocumentId: ofDocument } = documentSnapshots;
  const { signedGeneralDocumentId: ofSignature } = signedGeneralDocuments;
  const rows = await reader
    .select({ file: files, ofDocument, ofSignature })
    .from(files)
    .leftJoin(documentSnapshots, eq(documentSnapshots.fileId, files.fileId))
    .leftJoin(signedGeneralDocuments, eq(signedGeneralDocuments.fileId, files.fileId))
    .where(isAnyOf(files.fileId, subjectsOf(events)));
  return new Map(
    rows.flatMap(({ file, ofDocument, ofSignature }): [Id, Proven][] => {
      const ofId = ofDocument ?? ofSignature;
      // A file that no record names any more is missing, as a file without a row is.
      if (ofId === null) return [];
      return [[file.fileId, { ...fileEvidence("document.snapshot", ofId, file), alsoDiffering: [] }]];
    }),
  );
}

/** Only the newest event of an invoice is compared with it; earlier ones have its facts of that time. */
async function findInvoices(reader: DbOrTx, events: readonly EvidenceRow[]) {
  const ids = subjectsOf(events);
  const { subjectId, kind, position } = evidenceEvents;
  const rows = await reader.select().from(invoices).where(isAnyOf(invoices.invoiceId, ids));
  const current = await readInvoicesEvidence(reader, "invoice.change", rows);
  const newest = await reader
    .select({ subjectId, last: max(position) })
    .from(evidenceEvents)
    .where(and(isAnyOf(subjectId, ids), isAnyOf(kind, OF_INVOICE)))
    .groupBy(subjectId);
  const currentOf = new Map(current.map((one) => [one.subjectId, one]));
  const lastOf = new Map(newest.map((one) => [one.subjectId, one.last]));
  return new Map(
    events.flatMap((event): [string, Proven][] => {
      const now = currentOf.get(event.subjectId);
      if (!now) return [];
      const isNewest = lastOf.get(event.subjectId) === event.position;
      return [[keyOf(event), { ...now, ...(!isNewest && { facts: event.facts }), alsoDiffering: [] }]];
    }),
  );
}

/** What erasures left of their people. */
async function findErased(reader: DbOrTx, events: readonly EvidenceRow[]) {
  const records = [
    await findDecisions(reader, events),
    await findSignatures(reader, events),
    await findAccessRecords(reader, events),
  ];
  return new Map(
    events.map((event): [string, Proven] => {
      const { subjectId, sealed } = event;
      const [record] = records.flatMap((found) => found.get(subjectId) ?? []);
      if (!record) return [keyOf(event), ERASED_FILE];
      const hashedFacts = Object.fromEntries(
        Object.entries(record.hashedFacts).filter(([group]) => Object.hasOwn(sealed, group)),
      );
      return [keyOf(event), { facts: {}, hashedFacts, alsoDiffering: [] }];
    }),
  );
}

const FINDS: Record<EvidenceKind, Find> = {
  "access.add-issuer": findAccessRecords,
  "access.change": findAccessRecords,
  "access.change-email": findAccessRecords,
  "access.grant": findAccessRecords,
  "access.invite": findAccessRecords,
  "access.lift-hold": findAccessRecords,
  "access.remove": findAccessRecords,
  "access.remove-issuer": findAccessRecords,
  "access.request-email": findAccessRecords,
  "access.reset-factor": findAccessRecords,
  "access.withdraw": findAccessRecords,
  "agreement.bring-in": findSignatures,
  "agreement.copy": findFiles,
  "agreement.sign": findSignatures,
  "document.approve": findDecisions,
  "document.bring-in": findDecisions,
  "document.decline": findDecisions,
  "document.send": findVersions,
  "document.snapshot": findFiles,
  "invoice.change": findInvoices,
  "invoice.issue": findInvoices,
  "person.erase": findErased,
};
