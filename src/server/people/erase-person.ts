import { and, eq, isNull, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Client } from "pg";
import { removedPerson } from "#domain/account/managed-person.ts";
import { EVIDENCE } from "#domain/activity/evidence.ts";
import { ERASURE, NAMES_PERSON } from "#domain/evidence/evidence-event.ts";
import { type Change, type ChangeDeps, change, PORTAL } from "../access/change.ts";
import { userProfiles } from "../account/tables.ts";
import { signedGeneralDocuments } from "../agreements/tables.ts";
import { OF_PERSON } from "../audit/anonymise-audit.ts";
import { auditEvents } from "../audit/tables.ts";
import type { Outcome } from "../commands/serve-commands.ts";
import type { Db, Tx } from "../db/database.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import type { Deps } from "../deps.ts";
import { renderDocumentPdf } from "../documents/render-document-pdf.job.ts";
import { documentDecisions, documentSnapshots } from "../documents/tables.ts";
import type { Attested } from "../evidence/append-evidence.ts";
import { evidenceEvents } from "../evidence/tables.ts";
import { eraseFromDecisions, eraseFromSignatures, lockDecided, removePdfs } from "./erase-from-records.ts";
import { forgetMails } from "./remove-person.ts";

type ErasingDeps = ChangeDeps & Pick<Deps, "database" | "files" | "queue">;

/**
 * Erases somebody who was removed, or who signed as a visitor, from the evidence too: their decisions and signatures
 * name nobody any more, and the PDFs of these are removed. The chains stay whole, and hold that it was done.
 */
export async function erasePerson(deps: ErasingDeps, typed: string): Promise<Outcome> {
  const email = typed.toLowerCase();
  const erased = await deps.database.asOwner((owner) => {
    const db = drizzle({ client: owner as Client }) as unknown as Db;
    return change({ ...deps, db }, PORTAL, (open) => erase(open, deps, email));
  });
  if (erased === "is-known") {
    const said = `${typed} is a person of the portal. Remove them for good under People first. Nothing was changed.`;
    return { said, isGood: false };
  }
  for (const sha256 of erased.removed) await deps.files.remove(sha256);
  const { decisions, signatures } = erased;
  if (decisions + signatures === 0)
    return { said: `No decision and no signature names ${typed}. Nothing was changed.`, isGood: false };
  const said =
    `Erased: ${counted(decisions, "decision")} and ${counted(signatures, "signature")} no longer name ${typed}, and ` +
    "their PDFs are removed. Accepted documents get new PDFs without the name. Backups, copies that left the portal, " +
    "and mails and notifications to others are as they were.";
  return { said, isGood: true };
}

type Erased = { decisions: number; signatures: number; removed: string[] };

async function erase(
  { tx, recordAll, attest }: Change,
  { queue }: ErasingDeps,
  email: string,
): Promise<"is-known" | Erased> {
  const isTheirs = and(eq(sql`lower(${userProfiles.email})`, email), isNull(userProfiles.removedAt));
  if ((await tx.$count(userProfiles, isTheirs)) > 0) return "is-known";
  await lockDecided(tx, email);
  await setGuards(tx, "disable");
  const decisions = await eraseFromDecisions(tx, email);
  const signatures = await eraseFromSignatures(tx, email);
  const records = [...decisions, ...signatures];
  const pdfs = await removePdfs(tx, records);
  for (const { subjectId } of signatures)
    await forgetMails(tx, [email], [subjectId], removedPerson(subjectId).email);
  await forgetPerson(
    tx,
    [...records, ...pdfs].map(({ subjectId }) => subjectId),
  );
  await setGuards(tx, "enable");
  await recordAll(
    records.map(({ subjectId, organizationId }) => ({
      action: ERASURE,
      subjectId,
      organizationId,
      details: {},
    })),
  );
  for (const { subjectId: uniqueDocumentId } of decisions)
    await queue.enqueue(tx, renderDocumentPdf, { uniqueDocumentId, announce: false });
  await attest(
    ...[...records, ...pdfs].map(
      ({ chain, subjectId, secrets }): Attested => ({ chain, kind: ERASURE, subjectId, facts: {}, secrets }),
    ),
  );
  const removed = pdfs.map(({ sha256 }) => sha256);
  return { decisions: decisions.length, signatures: signatures.length, removed };
}

const GUARDED = [documentDecisions, documentSnapshots, signedGeneralDocuments, evidenceEvents, auditEvents];

/** Records do not change, whoever asks. This is the exception, until the transaction ends. */
async function setGuards(tx: Tx, state: "disable" | "enable"): Promise<void> {
  for (const table of GUARDED) await tx.execute(sql`alter table ${table} ${sql.raw(state)} trigger user`);
}

/** Without its salt nobody can find out, by guessing, whom an event is about. */
async function forgetPerson(tx: Tx, subjects: readonly string[]): Promise<void> {
  const { salts, subjectId, kind } = evidenceEvents;
  await tx
    .update(evidenceEvents)
    .set({ salts: sql`${salts} - 'person'` })
    .where(and(isAnyOf(subjectId, subjects), isAnyOf(kind, NAMES_PERSON)));
  await tx
    .update(auditEvents)
    .set({ details: sql`${auditEvents.details} - ${sql.param([...OF_PERSON])}::text[]` })
    .where(and(isAnyOf(auditEvents.subjectId, subjects), isAnyOf(auditEvents.action, EVIDENCE)));
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
