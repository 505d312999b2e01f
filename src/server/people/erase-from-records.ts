import { asc, eq, getTableColumns, inArray, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { removedPerson } from "#domain/account/managed-person.ts";
import type { Id } from "#domain/id.ts";
import { signatureEvidence } from "../agreements/signature-evidence.ts";
import { signedGeneralDocuments } from "../agreements/tables.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import { decisionEvidence } from "../documents/decision-evidence.ts";
import { documentDecisions, documentSnapshots, uniqueDocuments } from "../documents/tables.ts";
import type { Attested } from "../evidence/append-evidence.ts";
import { files } from "../files/tables.ts";
import { mails } from "../mail/tables.ts";

/** A record without its person, and what is left of them in it. */
export type ErasedRecord = Pick<Attested, "chain" | "subjectId" | "secrets"> & { organizationId: Id | null };

const NO_ORIGIN = { ipAddress: null, userAgent: null };

/** Locks the documents that whoever has this email decided on, so that a PDF of them is kept before or made after. */
export async function lockDecided(tx: Tx, email: string): Promise<void> {
  const { uniqueDocumentId, userEmail, userProfileId } = documentDecisions;
  const theirs = tx
    .select({ uniqueDocumentId })
    .from(documentDecisions)
    .where(await names(tx, email, userEmail, userProfileId));
  const { uniqueDocumentId: id } = uniqueDocuments;
  await tx.select({ id }).from(uniqueDocuments).where(inArray(id, theirs)).orderBy(asc(id)).for("update");
}

/** Takes whoever has this email, in lower case, out of the decisions. */
export async function eraseFromDecisions(tx: Tx, email: string): Promise<ErasedRecord[]> {
  const { uniqueDocumentId, userEmail, userProfileId } = documentDecisions;
  const { userNameComparable: _name, userNameOrder: _order, ...columns } = getTableColumns(documentDecisions);
  const { name, documentType, externalId, slug } = uniqueDocuments;
  const rows = await tx
    .select({ decision: columns, document: { name, documentType, externalId, slug } })
    .from(documentDecisions)
    .innerJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId))
    .where(await names(tx, email, userEmail, userProfileId));
  const erased: ErasedRecord[] = [];
  for (const { decision, document } of rows) {
    const { firstName, lastName, email: userEmail } = left(decision.userProfileId, decision.uniqueDocumentId);
    const words = { userName: `${firstName} ${lastName}`, userEmail, ...NO_ORIGIN };
    await tx.update(documentDecisions).set(words).where(eq(uniqueDocumentId, decision.uniqueDocumentId));
    erased.push(erasedRecord(decisionEvidence(document, { ...decision, ...words }), decision.organizationId));
  }
  return erased;
}

/** The same for signatures under general documents. */
export async function eraseFromSignatures(tx: Tx, email: string): Promise<ErasedRecord[]> {
  const { signedGeneralDocumentId, userEmail, userProfileId } = signedGeneralDocuments;
  const rows = await tx
    .select()
    .from(signedGeneralDocuments)
    .where(await names(tx, email, userEmail, userProfileId));
  const erased: ErasedRecord[] = [];
  for (const row of rows) {
    const { firstName, lastName, email: userEmail } = left(row.userProfileId, row.signedGeneralDocumentId);
    const words = {
      userFirstName: firstName,
      userLastName: lastName,
      userEmail,
      ...NO_ORIGIN,
      signerHash: null,
    };
    await tx
      .update(signedGeneralDocuments)
      .set(words)
      .where(eq(signedGeneralDocumentId, row.signedGeneralDocumentId));
    erased.push(erasedRecord(signatureEvidence({ ...row, ...words }), row.organizationId));
  }
  return erased;
}

/** Removes the rows of the PDFs of these records, and tells the hashes of their bytes. */
export async function removePdfs(
  tx: Tx,
  records: readonly ErasedRecord[],
): Promise<(ErasedRecord & { sha256: string })[]> {
  const byId = new Map(records.map((record) => [record.subjectId, record]));
  const ids = [...byId.keys()];
  const { fileId, signedGeneralDocumentId } = signedGeneralDocuments;
  const snapshots = await tx
    .delete(documentSnapshots)
    .where(isAnyOf(documentSnapshots.uniqueDocumentId, ids))
    .returning({ fileId: documentSnapshots.fileId, ofId: documentSnapshots.uniqueDocumentId });
  const copies = await tx
    .select({ fileId, ofId: signedGeneralDocumentId })
    .from(signedGeneralDocuments)
    .where(isAnyOf(signedGeneralDocumentId, ids));
  await tx.update(signedGeneralDocuments).set({ fileId: null }).where(isAnyOf(signedGeneralDocumentId, ids));
  const ofFile = new Map([...snapshots, ...copies].map((one) => [one.fileId, one.ofId]));
  const fileIds = [...ofFile.keys()].filter((one) => one !== null);
  await tx.update(mails).set({ attachmentFileId: null }).where(isAnyOf(mails.attachmentFileId, fileIds));
  const gone = await tx
    .delete(files)
    .where(isAnyOf(files.fileId, fileIds))
    .returning({ subjectId: files.fileId, sha256: files.sha256, organizationId: files.organizationId });
  return gone.map((file) => {
    const record = byId.get(ofFile.get(file.subjectId) ?? "");
    if (!record) throw new Error(`The file ${file.subjectId} has no record.`);
    return { ...file, chain: record.chain, secrets: {} };
  });
}

/** Rows with this email, and those of the same person with an earlier one. */
async function names(
  tx: Tx,
  email: string,
  emailColumn: AnyPgColumn,
  personColumn: AnyPgColumn,
): Promise<SQL> {
  const ids: Id[] = [];
  for (const table of [documentDecisions, signedGeneralDocuments]) {
    const isTheirs = eq(sql`lower(${table.userEmail})`, email);
    const found = await tx.select({ id: table.userProfileId }).from(table).where(isTheirs);
    ids.push(...found.flatMap(({ id }) => id ?? []));
  }
  return sql`(${or(eq(sql`lower(${emailColumn})`, email), isAnyOf(personColumn, ids))})`;
}

const left = (userProfileId: Id | null, recordId: Id) => removedPerson(userProfileId ?? recordId);

function erasedRecord({ chain, subjectId, secrets }: Attested, organizationId: Id | null): ErasedRecord {
  return { chain, subjectId, organizationId, secrets: { person: secrets.person } };
}
