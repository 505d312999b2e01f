import { and, eq, not, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/agreements.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError, conflict } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { isNotRemoved, userProfiles } from "../schema/account.ts";
import {
  generalDocuments,
  generalDocumentVersions,
  signedGeneralDocuments,
  signingRequests,
} from "../schema/agreements.ts";
import { mailSigningRequests } from "./mail-signing-requests.job.ts";
import { emailNow, hasSignedNewest, isNewest } from "./queries.ts";
import { lockManaged } from "./write-general-documents.ts";

type Body = z.output<typeof calls.requestNewSignatures.body>;

/** Asks signers of an earlier text to sign the newest version, each once per version. A job mails them. */
export async function requestNewSignatures(
  deps: Deps,
  editor: Editor,
  generalDocumentId: Id,
  { version, of }: Body,
): Promise<{ asked: number }> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const { document } = await lockManaged(tx, generalDocumentId);
    if (document?.version !== version) throw otherVersion();
    if (document.retiredAt) throw retired();
    if ("signedGeneralDocumentIds" in of)
      await refuseForeign(tx, generalDocumentId, of.signedGeneralDocumentIds);
    const chosen = "all" in of ? undefined : isChosen(of.signedGeneralDocumentIds);
    const asked = await addRequests(tx, generalDocumentId, at, chosen);
    if (asked === 0) return { asked };
    await record({
      action: "agreement.ask",
      subjectId: generalDocumentId,
      details: { version, people: asked, of: "all" in of ? "all" : of.signedGeneralDocumentIds },
    });
    await deps.queue.enqueue(tx, mailSigningRequests, { generalDocumentId, version });
    await deps.live.publish(tx, { company: true }, { kind: "agreement", id: generalDocumentId });
    return { asked };
  });
}

function isChosen(ids: readonly Id[]): SQL {
  return isAnyOf(signedGeneralDocuments.signedGeneralDocumentId, [...new Set(ids)]);
}

/** A signature of another document answers like one that does not exist. */
async function refuseForeign(tx: Tx, generalDocumentId: Id, ids: readonly Id[]): Promise<void> {
  const isOf = eq(signedGeneralDocuments.generalDocumentId, generalDocumentId);
  const found = await tx.$count(signedGeneralDocuments, and(isOf, isChosen(ids)));
  if (found === new Set(ids).size) return;
  throw new AppError("not-found", "One of these signatures doesn't exist. No request was sent.");
}

/** Adds a request for each signer who has neither signed the newest text nor been asked. Returns how many. */
async function addRequests(
  tx: Tx,
  generalDocumentId: Id,
  at: Date,
  chosen: SQL | undefined,
): Promise<number> {
  const signatures = signedGeneralDocuments;
  const { rowCount } = await tx
    .insert(signingRequests)
    .select(
      tx
        .selectDistinctOn([emailNow], {
          generalDocumentId: signatures.generalDocumentId,
          version: generalDocuments.version,
          email: emailNow.as("email"),
          signedGeneralDocumentId: signatures.signedGeneralDocumentId,
          askedAt: sql<Date>`${at.toISOString()}::timestamptz`.as("asked_at"),
          mailedAt: sql<Date | null>`null::timestamptz`.as("mailed_at"),
        })
        .from(signatures)
        .innerJoin(generalDocuments, eq(generalDocuments.generalDocumentId, signatures.generalDocumentId))
        .innerJoin(generalDocumentVersions, isNewest)
        .leftJoin(userProfiles, eq(userProfiles.userProfileId, signatures.userProfileId))
        .where(
          and(
            eq(signatures.generalDocumentId, generalDocumentId),
            // Anyone who was removed for good is not mailed.
            isNotRemoved(userProfiles),
            not(hasSignedNewest),
            chosen,
          ),
        )
        .orderBy(emailNow, sql`${signatures.signedAt} desc`),
    )
    .onConflictDoNothing();
  return rowCount ?? 0;
}

function otherVersion(): AppError {
  const message = "There is a newer version. No request was sent. Please read the document again.";
  return conflict("changed-meanwhile", message);
}

function retired(): AppError {
  const message = "This document is retired and can't be signed. Restore it first. No request was sent.";
  return conflict("retired", message);
}
