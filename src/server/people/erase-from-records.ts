import {
  and,
  asc,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { removedPerson } from "#domain/account/managed-person.ts";
import { PORTAL_CHAIN } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import { accessEvidence } from "../access-records/access-event.ts";
import { signatureEvidence } from "../agreements/signature-evidence.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { decisionEvidence } from "../documents/document-evidence.ts";
import type { Attested } from "../evidence/append-evidence.ts";
import { accessRecords } from "../schema/access-records.ts";
import { signedGeneralDocuments } from "../schema/agreements.ts";
import { documentDecisions, documentSnapshots, documentVersions } from "../schema/document-versions.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { files } from "../schema/files.ts";

/** A record without its person, and what is left of them in it. */
export type ErasedRecord = Pick<Attested, "chain" | "subjectId" | "hashedFacts"> & {
  organizationId: Id | null;
};

/** `isOutsideChain`: it was recorded while the chain was damaged, so no event commits to what is left of it. */
export type ErasedAccess = ErasedRecord & { isOutsideChain: boolean };

/** Who is erased: emails in lower case, and the ids that are theirs. */
export type Erased = { emails: readonly string[]; ids: readonly Id[] };

/** Where records name people by id and email. */
const PEOPLE = [
  [documentDecisions, documentDecisions.userProfileId, documentDecisions.userEmail],
  [signedGeneralDocuments, signedGeneralDocuments.userProfileId, signedGeneralDocuments.userEmail],
  [accessRecords, accessRecords.userProfileId, accessRecords.personEmail],
  [accessRecords, accessRecords.actorUserProfileId, accessRecords.actorEmail],
] as const;

/** Someone of whom only an email is known, with the ids of everyone whom records name with it. */
export async function findErased(tx: DbOrTx, email: string): Promise<Erased> {
  const emails = [email];
  const ids = new Set<Id>();
  for (const [table, ofPerson, ofEmail] of PEOPLE) {
    const found = await tx
      .select({ id: ofPerson })
      .from(table)
      .where(isAnyOf(sql`lower(${ofEmail})`, emails));
    for (const { id } of found) if (id !== null) ids.add(id);
  }
  return { emails, ids: [...ids] };
}

const NO_ORIGIN = { ipAddress: null, userAgent: null };

/** Records of others whose PDFs name someone. */
export type NamingRecords = { decisions: ErasedRecord[]; signatures: ErasedRecord[] };

/** Finds others' certificates that name the erased person: who gave access, sent the document or signed terms. */
export async function findNamingRecords(tx: DbOrTx, who: Erased): Promise<NamingRecords> {
  const accessGiven = tx
    .select({ accessRecordId: accessRecords.accessRecordId })
    .from(accessRecords)
    .where(isOf(who, accessRecords.actorEmail, accessRecords.actorUserProfileId));
  const decision = documentDecisions;
  const sent = tx
    .select({ one: sql`1` })
    .from(documentVersions)
    .where(
      and(
        eq(documentVersions.uniqueDocumentId, decision.uniqueDocumentId),
        eq(documentVersions.number, decision.versionNumber),
        isAnyOf(documentVersions.sentByUserProfileId, who.ids),
      ),
    );
  const signature = signedGeneralDocuments;
  const signedTerms = tx
    .select({ one: sql`1` })
    .from(signature)
    .where(
      and(
        eq(signature.organizationId, decision.organizationId),
        lte(signature.signedAt, decision.decidedAt),
        isOf(who, signature.userEmail, signature.userProfileId),
      ),
    );
  const decisions = await tx
    .select({ subjectId: decision.uniqueDocumentId, organizationId: decision.organizationId })
    .from(decision)
    .where(
      and(
        eq(decision.decision, "APPROVED"),
        // The PDFs of records of format 1 name the person who decided, and no one else.
        gt(decision.recordVersion, 1),
        or(
          inArray(decision.accessRecordId, accessGiven),
          inArray(decision.issuerRecordId, accessGiven),
          exists(sent),
          exists(signedTerms),
        ),
        not(isOf(who, decision.userEmail, decision.userProfileId)),
      ),
    );
  const signatures = await tx
    .select({ subjectId: signature.signedGeneralDocumentId, organizationId: signature.organizationId })
    .from(signature)
    .where(
      and(
        or(inArray(signature.accessRecordId, accessGiven), inArray(signature.issuerRecordId, accessGiven)),
        not(isOf(who, signature.userEmail, signature.userProfileId)),
      ),
    );
  const toRecord = (row: { subjectId: Id; organizationId: Id | null }): ErasedRecord => ({
    ...row,
    chain: row.organizationId ?? PORTAL_CHAIN,
    hashedFacts: {},
  });
  return { decisions: decisions.map(toRecord), signatures: signatures.map(toRecord) };
}

/** Locks the documents whose PDFs name the erased person, so a PDF is stored before, or made after. */
export async function lockNamingDocuments(tx: Tx, who: Erased, { decisions }: NamingRecords): Promise<void> {
  const { uniqueDocumentId, userEmail, userProfileId } = documentDecisions;
  const theirs = tx
    .select({ uniqueDocumentId })
    .from(documentDecisions)
    .where(isOf(who, userEmail, userProfileId));
  const { uniqueDocumentId: id } = uniqueDocuments;
  const others = decisions.map(({ subjectId }) => subjectId);
  await tx
    .select({ id })
    .from(uniqueDocuments)
    .where(or(inArray(id, theirs), isAnyOf(id, others)))
    .orderBy(asc(id))
    .for("update");
}

/** Removes the person with this email, in lower case, from the decisions. */
export async function eraseFromDecisions(tx: Tx, who: Erased): Promise<ErasedRecord[]> {
  const { uniqueDocumentId, userEmail, userProfileId } = documentDecisions;
  const { userNameComparable: _name, userNameOrder: _order, ...columns } = getTableColumns(documentDecisions);
  const { name, documentType, externalId, slug } = uniqueDocuments;
  const rows = await tx
    .select({ decision: columns, document: { name, documentType, externalId, slug } })
    .from(documentDecisions)
    .innerJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId))
    .where(isOf(who, userEmail, userProfileId));
  const erased: ErasedRecord[] = [];
  for (const { decision, document } of rows) {
    const {
      firstName,
      lastName,
      email: userEmail,
    } = placeholderFor(decision.userProfileId, decision.uniqueDocumentId);
    const replacement = { userName: `${firstName} ${lastName}`, userEmail, ...NO_ORIGIN };
    await tx
      .update(documentDecisions)
      .set(replacement)
      .where(eq(uniqueDocumentId, decision.uniqueDocumentId));
    erased.push(
      erasedRecord(decisionEvidence(document, { ...decision, ...replacement }), decision.organizationId),
    );
  }
  return erased;
}

/** The same for signatures under general documents. */
export async function eraseFromSignatures(tx: Tx, who: Erased): Promise<ErasedRecord[]> {
  const { signedGeneralDocumentId, userEmail, userProfileId } = signedGeneralDocuments;
  const rows = await tx
    .select()
    .from(signedGeneralDocuments)
    .where(isOf(who, userEmail, userProfileId));
  const erased: ErasedRecord[] = [];
  for (const row of rows) {
    const {
      firstName,
      lastName,
      email: userEmail,
    } = placeholderFor(row.userProfileId, row.signedGeneralDocumentId);
    const replacement = {
      userFirstName: firstName,
      userLastName: lastName,
      userEmail,
      ...NO_ORIGIN,
      // A visitor's is a hash of their email and name, by which they could be recognised.
      signerHash: null,
    };
    await tx
      .update(signedGeneralDocuments)
      .set(replacement)
      .where(eq(signedGeneralDocumentId, row.signedGeneralDocumentId));
    erased.push(erasedRecord(signatureEvidence({ ...row, ...replacement }), row.organizationId));
  }
  return erased;
}

/** The same for access records, which name a person and who acted on them; an email that was only requested too. */
export async function eraseFromAccessRecords(tx: Tx, who: Erased): Promise<ErasedAccess[]> {
  const { accessRecordId, newEmail, personEmail, actorEmail, userProfileId, actorUserProfileId } =
    accessRecords;
  const isNewEmail = isAnyOf(sql`lower(${newEmail})`, who.emails);
  const rows = await tx
    .select({
      row: accessRecords,
      isPerson: sql<boolean>`${isOf(who, personEmail, userProfileId)}`,
      isActor: sql<boolean>`${isOf(who, actorEmail, actorUserProfileId)}`,
      isNewEmail: sql<boolean>`coalesce(${isNewEmail}, false)`,
    })
    .from(accessRecords)
    .where(or(isOf(who, personEmail, userProfileId), isOf(who, actorEmail, actorUserProfileId), isNewEmail));
  const erased: ErasedAccess[] = [];
  for (const { row, ...named } of rows) {
    const person = placeholderFor(row.userProfileId, row.accessRecordId);
    const actor = placeholderFor(row.actorUserProfileId, row.accessRecordId);
    const replacement = {
      ...(named.isPerson && {
        personName: `${person.firstName} ${person.lastName}`,
        personEmail: person.email,
      }),
      ...(named.isActor && { actorName: `${actor.firstName} ${actor.lastName}`, actorEmail: actor.email }),
      ...((named.isPerson || named.isNewEmail) && row.newEmail !== null && { newEmail: null }),
    };
    await tx.update(accessRecords).set(replacement).where(eq(accessRecordId, row.accessRecordId));
    const { chain, subjectId, hashedFacts } = accessEvidence({ ...row, ...replacement });
    const sealedGroups = {
      ...("personName" in replacement && { person: hashedFacts.person }),
      ...("actorName" in replacement && { actor: hashedFacts.actor }),
      ...("newEmail" in replacement && { newEmail: hashedFacts.newEmail }),
    };
    const { organizationId, isOutsideChain } = row;
    erased.push({ chain, subjectId, organizationId, hashedFacts: sealedGroups, isOutsideChain });
  }
  return erased;
}

/** How many PDFs name someone: of what they decided and signed, and of others' records. */
export async function countPdfs(reader: DbOrTx, who: Erased, naming: NamingRecords): Promise<number> {
  const { uniqueDocumentId, userEmail, userProfileId } = documentDecisions;
  const decided = reader
    .select({ uniqueDocumentId })
    .from(documentDecisions)
    .where(isOf(who, userEmail, userProfileId));
  const named = [...naming.decisions, ...naming.signatures].map(({ subjectId }) => subjectId);
  const ofDocument = documentSnapshots.uniqueDocumentId;
  const snapshots = await reader.$count(
    documentSnapshots,
    or(inArray(ofDocument, decided), isAnyOf(ofDocument, named)),
  );
  const signature = signedGeneralDocuments;
  const isTheirs = isOf(who, signature.userEmail, signature.userProfileId);
  const copies = await reader.$count(
    signature,
    and(isNotNull(signature.fileId), or(isTheirs, isAnyOf(signature.signedGeneralDocumentId, named))),
  );
  return snapshots + copies;
}

/** Removes the rows of the PDFs of these records, and returns the hashes of their bytes. */
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
  const gone = await tx
    .delete(files)
    .where(isAnyOf(files.fileId, fileIds))
    .returning({ subjectId: files.fileId, sha256: files.sha256, organizationId: files.organizationId });
  return gone.map((file) => {
    const record = byId.get(ofFile.get(file.subjectId) ?? "");
    if (!record) throw new Error(`The file ${file.subjectId} has no record.`);
    return { ...file, chain: record.chain, hashedFacts: {} };
  });
}

/** Rows of the person, and those of no profile with one of the emails: another person's row stays theirs. */
const isOf = ({ emails, ids }: Erased, emailColumn: AnyPgColumn, personColumn: AnyPgColumn): SQL => {
  const isByEmail = and(isNull(personColumn), isAnyOf(sql`lower(${emailColumn})`, emails));
  return sql`coalesce(${or(isAnyOf(personColumn, ids), isByEmail)}, false)`;
};

const placeholderFor = (userProfileId: Id | null, recordId: Id) => removedPerson(userProfileId ?? recordId);

function erasedRecord({ chain, subjectId, hashedFacts }: Attested, organizationId: Id | null): ErasedRecord {
  return { chain, subjectId, organizationId, hashedFacts: { person: hashedFacts.person } };
}
