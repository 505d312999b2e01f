import { and, eq, or, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Client } from "pg";
import { v7 } from "uuid";
import { removedPerson } from "#domain/account/managed-person.ts";
import { EVIDENCE } from "#domain/activity/activity.ts";
import { ERASURE, NAMES_PERSON } from "#domain/evidence/evidence-event.ts";
import { type Change, type ChangeDeps, change, PORTAL } from "../access/change.ts";
import { OPERATOR } from "../access-records/access-event.ts";
import { type AccessDeps, recordAccess } from "../access-records/record-access.ts";
import { renderSignedCopy } from "../agreements/render-signed-copy.job.ts";
import { anonymiseAudit, OF_PERSON } from "../audit/anonymise-audit.ts";
import type { Outcome } from "../commands/serve-commands.ts";
import type { Db, Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { renderDocumentPdf } from "../documents/render-document-pdf.job.ts";
import type { Attested } from "../evidence/append-evidence.ts";
import { removeFiles } from "../files/remove-files.job.ts";
import { invitationEvents } from "../invitations/invite-person.ts";
import type { InvitationRow } from "../invitations/queries.ts";
import { accessRecords } from "../schema/access-records.ts";
import { isNotRemoved, userProfiles } from "../schema/account.ts";
import { signedGeneralDocuments } from "../schema/agreements.ts";
import { auditEvents } from "../schema/audit.ts";
import { documentDecisions, documentSnapshots } from "../schema/document-versions.ts";
import { evidenceEvents } from "../schema/evidence.ts";
import {
  type Erased,
  type ErasedRecord,
  eraseFromAccessRecords,
  eraseFromDecisions,
  eraseFromSignatures,
  findErased,
  findNamingRecords,
  lockNamingDocuments,
  type NamingRecords,
  removePdfs,
} from "./erase-from-records.ts";
import { eraseTraces, forgetBillingContact, forgetMails, isOpen } from "./remove-person.ts";

export type ErasingDeps = ChangeDeps & AccessDeps & Pick<Deps, "database" | "queue">;

/** Erases a removed person, or a visitor who signed, from records and PDFs. The chains stay complete and record it. */
export async function erasePerson(deps: ErasingDeps, typed: string): Promise<Outcome> {
  const email = typed.toLowerCase();
  const erased = await asTableOwner(deps, (own) =>
    change(own, PORTAL, (open) => eraseUnknown(open, deps, email)),
  );
  if (erased === "is-known") {
    const message = `${typed} is or was the email of a person of the portal. Remove them for good under People first. Nothing was changed.`;
    return { message, isGood: false };
  }
  const { decisions, signatures, accessRecords: records, others } = erased;
  if (decisions + signatures + records + others === 0)
    return {
      message: `No decision, signature or access record names ${typed}, and nothing else does. Nothing was changed.`,
      isGood: false,
    };
  const message =
    `Erased: ${pluralize(decisions, "decision")}, ${pluralize(signatures, "signature")} and ` +
    `${pluralize(records, "access record")} no longer name ${typed}, and ` +
    "their PDFs, and those of others that name them, are removed. " +
    `${pluralize(others, "other entry", "other entries")} with the email (of recipients, invitations, emails and billing ` +
    "contacts) went, too. Accepted documents get new PDFs without the name. Backups, copies that left the portal, " +
    "and mails and notifications to others are as they were.";
  return { message, isGood: true };
}

export type Counts = {
  decisions: number;
  signatures: number;
  accessRecords: number;
  others: number;
};

/** Runs with the rights of the tables' owner, who alone may disable their triggers. */
export function asTableOwner<Parts extends ErasingDeps, Result>(
  deps: Parts,
  run: (own: Parts) => Promise<Result>,
): Promise<Result> {
  return deps.database.asOwner((owner) =>
    run({ ...deps, db: drizzle({ client: owner as Client }) as unknown as Db }),
  );
}

async function eraseUnknown(opened: Change, deps: ErasingDeps, email: string): Promise<"is-known" | Counts> {
  const { tx } = opened;
  const who = await findErased(tx, email);
  const isTheirs = or(
    eq(sql`lower(${userProfiles.email})`, email),
    isAnyOf(userProfiles.userProfileId, who.ids),
  );
  if ((await tx.$count(userProfiles, and(isTheirs, isNotRemoved(userProfiles)))) > 0) return "is-known";
  return eraseRecords(opened, deps, who, await lockRecords(tx, who));
}

/**
 * Locks what names someone, and the tables of records. Call it before anything locks the end of a chain, which other
 * transactions wait for with rows of these tables.
 */
export async function lockRecords(tx: Tx, who: Erased): Promise<NamingRecords> {
  const naming = await findNamingRecords(tx, who);
  await lockNamingDocuments(tx, who, naming);
  await tx.execute(sql`lock table ${sql.join([...GUARDED], sql`, `)} in share row exclusive mode`);
  return naming;
}

/** Erases someone from the records. A job removes the bytes of their PDFs after the commit. */
export async function eraseRecords(
  opened: Change,
  deps: ErasingDeps,
  who: Erased,
  naming: NamingRecords,
): Promise<Counts> {
  const { tx, recordAll, attest } = opened;
  const { queue } = deps;
  await setGuards(tx, "disable");
  const decisions = await eraseFromDecisions(tx, who);
  const signatures = await eraseFromSignatures(tx, who);
  const ofAccess = await eraseFromAccessRecords(tx, who);
  const records = [...decisions, ...signatures];
  const pdfs = await removePdfs(tx, [...records, ...naming.decisions, ...naming.signatures]);
  for (const { subjectId } of signatures)
    await forgetMails(tx, who.emails, [subjectId], removedPerson(subjectId).email);
  const { ended, others } = await eraseOutsideRecords(tx, who);
  const all = [...records, ...ofAccess, ...pdfs];
  await forgetPerson(tx, all);
  await setGuards(tx, "enable");
  await recordAll(
    [...records, ...ofAccess].map(({ subjectId, organizationId }) => ({
      action: ERASURE,
      subjectId,
      organizationId,
      details: {},
    })),
  );
  for (const { subjectId: uniqueDocumentId } of [...decisions, ...naming.decisions])
    await queue.enqueue(tx, renderDocumentPdf, { uniqueDocumentId, announce: false });
  for (const { subjectId: signedGeneralDocumentId } of naming.signatures)
    await queue.enqueue(tx, renderSignedCopy, { signedGeneralDocumentId });
  await attest(
    ...[...records, ...ofAccess.filter(({ isOutsideChain }) => !isOutsideChain), ...pdfs].map(
      ({ chain, subjectId, hashedFacts }): Attested => ({
        chain,
        kind: ERASURE,
        subjectId,
        facts: {},
        hashedFacts,
      }),
    ),
  );
  await recordAccess(opened, deps, invitationEvents("withdraw", ended, OPERATOR));
  if (pdfs.length > 0) await queue.enqueue(tx, removeFiles, { hashes: pdfs.map(({ sha256 }) => sha256) });
  return {
    decisions: decisions.length,
    signatures: signatures.length,
    accessRecords: ofAccess.length,
    others,
  };
}

/** Erases what names someone outside the records. Returns the open invitations that this ended, without the name. */
async function eraseOutsideRecords(
  tx: Tx,
  { emails, ids }: Erased,
): Promise<{ ended: InvitationRow[]; others: number }> {
  const userProfileId = ids[0] ?? v7();
  const { invited, count } = await eraseTraces(tx, userProfileId, emails);
  const invitationIds = invited.map(({ invitationId }) => invitationId);
  await anonymiseAudit(tx, { userProfileId, emails, invitationIds });
  const ended = invited.filter(isOpen).map((one) => ({ ...one, ...removedPerson(one.invitationId) }));
  return { ended, others: count + (await forgetBillingContact(tx, emails)) };
}

const GUARDED = [
  accessRecords,
  documentDecisions,
  documentSnapshots,
  signedGeneralDocuments,
  evidenceEvents,
  auditEvents,
];

/** Triggers prevent all changes of records. This is the exception, until the transaction ends. */
async function setGuards(tx: Tx, state: "disable" | "enable"): Promise<void> {
  for (const table of GUARDED) await tx.execute(sql`alter table ${table} ${sql.raw(state)} trigger user`);
}

/** Without its salt no one can find out, by guessing, whom an event is about. */
async function forgetPerson(tx: Tx, erased: readonly ErasedRecord[]): Promise<void> {
  const { salts, subjectId, kind } = evidenceEvents;
  // A PDF names the person in its bytes, and its record seals nothing.
  const groupsOf = ({ hashedFacts }: ErasedRecord) => Object.keys({ ...hashedFacts }).sort();
  for (const [groups, records] of Map.groupBy(erased, (one) => groupsOf(one).join(" ")))
    await tx
      .update(evidenceEvents)
      .set({ salts: sql`${salts} - ${sql.param(groups.split(" "))}::text[]` })
      .where(and(isAnyOf(subjectId, subjectsOf(records)), isAnyOf(kind, NAMES_PERSON)));
  const subjects = subjectsOf(erased);
  await tx
    .update(auditEvents)
    .set({ details: sql`${auditEvents.details} - ${sql.param([...OF_PERSON])}::text[]` })
    .where(and(isAnyOf(auditEvents.subjectId, subjects), isAnyOf(auditEvents.action, EVIDENCE)));
}

const subjectsOf = (records: readonly ErasedRecord[]) => records.map(({ subjectId }) => subjectId);

function pluralize(count: number, noun: string, nouns = `${noun}s`): string {
  return count === 1 ? `1 ${noun}` : `${count} ${nouns}`;
}
