import { randomBytes, randomInt } from "node:crypto";
import { lt } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import type { Anyone } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { consumeAttempt, limitsOfNetworks, networkOf, type RateLimit } from "../http/rate-limit.ts";
import type { Origin } from "../http/route.ts";
import { type CodeToMail, countCodeRequest } from "../identity/code-limits.ts";
import { CODE_LIFETIME_MINUTES } from "../identity/code-mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { signingCodes } from "../schema/agreements.ts";
import { hashSigningCode, idOfLongCode, keyOfEmail } from "./check-signing-code.ts";
import { composeSigningCode } from "./signing-code-mail.ts";
import { readToSign } from "./store-signature.ts";

const MINUTE_MS = 60_000;
/** The limits of one network. Those of an email are like those of the sign-in (code-limits.ts). */
const CODES_AN_HOUR = { toEmail: 5, ofNetwork: 200 };
const CODE_DIGITS = 8;

/** `contentHash` is of the text that the signer has read. */
type CodeRequest = { documentId: Id; email: string; contentHash?: string | undefined };

/**
 * Mails a code for signing one document, and returns the id that the code works with. Earlier codes stay valid. For a
 * text that has changed nothing is mailed. If the email got many, it gets no more, and the caller the same answer: the
 * newest long code works without an id.
 */
export async function requestSigningCode(deps: Deps, caller: Anyone, request: CodeRequest, origin: Origin) {
  const isCodeNeeded = deps.env.isSigningCodeNeeded;
  const mail = async (change: Change, mailed: CodeToMail | null) => {
    const signingCodeId = isCodeNeeded ? await mailCode(change, deps, request, mailed) : null;
    return { isCodeNeeded, signingCodeId };
  };
  const email = keyOfEmail(request.email);
  const prepare = async () => {
    if (!isCodeNeeded) return null;
    await consumeAttempt(deps, limitsOf(email, origin));
    // Requests that mail nothing do not count for the email.
    await readToSign(deps.db, request);
    return countCodeRequest(deps, "signing-code", email, request.documentId);
  };
  return change(deps, caller, mail, { prepare });
}

function limitsOf(email: string, { ipAddress }: Origin): RateLimit[] {
  const windowSeconds = 3600;
  const ofNetwork = { key: "signing-code address", max: CODES_AN_HOUR.ofNetwork, windowSeconds };
  const key = `signing-code network ${networkOf(ipAddress)} on ${email}`;
  return [{ key, max: CODES_AN_HOUR.toEmail, windowSeconds }, ...limitsOfNetworks(ipAddress, ofNetwork)];
}

async function mailCode(
  { tx, at }: Change,
  deps: Deps,
  request: CodeRequest,
  mailed: CodeToMail | null,
): Promise<Id> {
  const { documentId, email } = request;
  const document = await readToSign(tx, request);
  // 128 random bits, because only who requested the code may use it up.
  const ownId = randomBytes(16).toString("base64url");
  if (mailed === null) return ownId;
  const { longCode } = mailed;
  const code = longCode ?? String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  const signingCodeId = longCode === null ? ownId : idOfLongCode(deps, documentId, email, longCode);
  await tx.delete(signingCodes).where(lt(signingCodes.expiresAt, at));
  await tx.insert(signingCodes).values({
    signingCodeId,
    generalDocumentId: documentId,
    email: keyOfEmail(email),
    codeHash: hashSigningCode(deps, { signingCodeId, documentId, email }, code),
    expiresAt: new Date(at.getTime() + CODE_LIFETIME_MINUTES * MINUTE_MS),
  });
  const mail = composeSigningCode(deps.settings.now(), { documentName: document.name, code });
  const about = { subjectId: documentId, organizationId: null };
  await queueMail(tx, deps, { ...mail, to: email, about, carriesCode: true }, null);
  return ownId;
}
