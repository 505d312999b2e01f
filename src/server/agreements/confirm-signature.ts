import { and, eq, gt, isNull } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/agreements.ts";
import { AppError } from "../app-error.ts";
import { recordAudit } from "../audit/record.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { networkOf, spendAttempt } from "../http/rate-limit.ts";
import type { Origin } from "../http/route.ts";
import { presentKey } from "../wall/in-scope.ts";
import { confirmationHash } from "./issue-confirmation.ts";
import { lockSignature, type SignatureRow } from "./queries.ts";
import { signatureConfirmations, signedGeneralDocuments } from "./tables.ts";

type Confirmed = z.input<(typeof calls.confirmSignature)["reply"]>;

const HOUR_SECONDS = 3600;
const CONFIRMATIONS_AN_HOUR = 60;

/**
 * Notes that the e-mail of a visitor's signature is theirs: they have the token that was mailed to it. The same
 * token again answers the same; one that is unknown answers like one that has expired.
 */
export async function confirmSignature(deps: Deps, token: string, origin: Origin): Promise<Confirmed> {
  const key = `confirm address ${networkOf(origin.ipAddress)}`;
  await spendAttempt(deps, [{ key, max: CONFIRMATIONS_AN_HOUR, windowSeconds: HOUR_SECONDS }]);
  return deps.db.transaction(async (tx) => {
    const now = deps.clock();
    const signature = await lockConfirmed(tx, confirmationHash(deps, token), now);
    if (!signature) {
      const message = "This link does not work, or not any more. The mail that it came in may be too old.";
      throw new AppError("not-found", message);
    }
    const emailConfirmedAt = signature.emailConfirmedAt ?? (await noteConfirmed(tx, signature, now, origin));
    return { userEmail: signature.userEmail, emailConfirmedAt: emailConfirmedAt.toISOString() };
  });
}

/** The signature that a token is for. Nobody else gets at it until the transaction ends. */
async function lockConfirmed(tx: Tx, tokenHash: string, now: Date): Promise<SignatureRow | null> {
  await presentKey(tx, tokenHash);
  const [found] = await tx
    .select()
    .from(signatureConfirmations)
    .where(and(eq(signatureConfirmations.tokenHash, tokenHash), gt(signatureConfirmations.expiresAt, now)));
  return found ? lockSignature(tx, found.signedGeneralDocumentId) : null;
}

/** Notes it once, with its line in the record. Returns the moment. */
export async function noteConfirmed(
  tx: Tx,
  { signedGeneralDocumentId, userEmail }: Pick<SignatureRow, "signedGeneralDocumentId" | "userEmail">,
  now: Date,
  origin: Origin,
): Promise<Date> {
  const isOpen = isNull(signedGeneralDocuments.emailConfirmedAt);
  const noted = await tx
    .update(signedGeneralDocuments)
    .set({ emailConfirmedAt: now })
    .where(and(eq(signedGeneralDocuments.signedGeneralDocumentId, signedGeneralDocumentId), isOpen))
    .returning({ id: signedGeneralDocuments.signedGeneralDocumentId });
  if (noted.length === 0) return now;
  await recordAudit(tx, {
    at: now,
    action: "agreement.confirm",
    userProfileId: null,
    organizationId: null,
    subjectId: signedGeneralDocumentId,
    details: { userEmail, ...origin },
  });
  return now;
}
