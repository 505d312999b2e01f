import { randomBytes } from "node:crypto";
import { and, eq, gt, isNull, lt } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/agreements.ts";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import type { Anyone } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { consumeAttempt, limitsOfNetworks } from "../http/rate-limit.ts";
import type { Origin } from "../http/route.ts";
import { presentKey } from "../rls/in-scope.ts";
import { signatureConfirmations, signedGeneralDocuments } from "../schema/agreements.ts";
import { lockSignature, type SignatureRow } from "./queries.ts";
import { CONFIRMATION_DAYS } from "./signing-mails.ts";

type Confirmed = z.input<(typeof calls.confirmSignature)["reply"]>;

const HOUR_SECONDS = 3600;
const CONFIRMATIONS_AN_HOUR = 200;

/** Confirms the email of a visitor's signature by its mailed token. Unknown and expired tokens get one answer. */
export async function confirmSignature(
  deps: Deps,
  caller: Anyone,
  token: string,
  origin: Origin,
): Promise<Confirmed> {
  const limits = limitsOfNetworks(origin.ipAddress, {
    key: "confirm address",
    max: CONFIRMATIONS_AN_HOUR,
    windowSeconds: HOUR_SECONDS,
  });
  const confirm = async (change: Change) => {
    const signature = await lockConfirmed(change.tx, confirmationHash(deps, token), change.at);
    if (!signature) {
      const message = "This link doesn't work, or has expired. The email that it came in may be too old.";
      throw new AppError("not-found", message);
    }
    const emailConfirmedAt = signature.emailConfirmedAt ?? (await noteConfirmed(change, signature, origin));
    return { userEmail: signature.userEmail, emailConfirmedAt: emailConfirmedAt.toISOString() };
  };
  return change(deps, caller, confirm, { prepare: () => consumeAttempt(deps, limits) });
}

/** Reads and locks the signature of a token until the transaction ends. */
async function lockConfirmed(tx: Tx, tokenHash: string, now: Date): Promise<SignatureRow | null> {
  await presentKey(tx, tokenHash);
  const [found] = await tx
    .select()
    .from(signatureConfirmations)
    .where(and(eq(signatureConfirmations.tokenHash, tokenHash), gt(signatureConfirmations.expiresAt, now)));
  return found ? lockSignature(tx, found.signedGeneralDocumentId) : null;
}

/** Records the confirmation once, with its audit row. Returns its time. */
export async function noteConfirmed(
  { tx, at, record }: Change,
  { signedGeneralDocumentId, userEmail }: Pick<SignatureRow, "signedGeneralDocumentId" | "userEmail">,
  origin: Origin,
): Promise<Date> {
  const isOpen = isNull(signedGeneralDocuments.emailConfirmedAt);
  const noted = await tx
    .update(signedGeneralDocuments)
    .set({ emailConfirmedAt: at })
    .where(and(eq(signedGeneralDocuments.signedGeneralDocumentId, signedGeneralDocumentId), isOpen))
    .returning({ id: signedGeneralDocuments.signedGeneralDocumentId });
  if (noted.length === 0) return at;
  await record({
    action: "agreement.confirm",
    subjectId: signedGeneralDocumentId,
    details: { userEmail, ...origin },
  });
  return at;
}

const DAY_MS = 86_400_000;
const TOKEN_BYTES = 32;

/** The stored form of a token, from which the token cannot be recovered. */
export function confirmationHash({ secrets }: Pick<Deps, "secrets">, token: string): string {
  return secrets.hash("signature confirmation", token);
}

/** Makes a token that only confirms the email of one signature. The token itself is not stored. */
export async function issueConfirmation(
  tx: Tx,
  deps: Pick<Deps, "secrets" | "clock">,
  signedGeneralDocumentId: Id,
): Promise<string> {
  const now = deps.clock();
  await tx.delete(signatureConfirmations).where(lt(signatureConfirmations.expiresAt, now));
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await tx.insert(signatureConfirmations).values({
    tokenHash: confirmationHash(deps, token),
    signedGeneralDocumentId,
    expiresAt: new Date(now.getTime() + CONFIRMATION_DAYS * DAY_MS),
  });
  return token;
}
