import { randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import type { Anyone } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { consumeAttempt, limitsOfNetworks, networkOf, type RateLimit } from "../http/rate-limit.ts";
import type { Origin } from "../http/route.ts";
import { type CodeToMail, countCodeRequest } from "../identity/code-limits.ts";
import { CODE_LIFETIME_MINUTES } from "../identity/code-mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { signingCodes } from "../schema/agreements.ts";
import { composeSigningCode } from "./signing-mails.ts";
import { readToSign } from "./store-signature.ts";

const GUESSES_PER_CODE = 5;

/** The document and email that a code works for, and the id that the browser got which asked for the code. */
type Purpose = { signingCodeId: Id; documentId: Id; email: string };

/** A correct code. */
export type CheckedCode = Purpose & { codeHash: string };

export function keyOfEmail(email: string): string {
  return email.toLowerCase();
}

/** The stored form of a code. */
export function hashSigningCode(
  { secrets }: Pick<Deps, "secrets">,
  { signingCodeId, documentId, email }: Purpose,
  code: string,
): string {
  return secrets.hash("signing code", signingCodeId, documentId, keyOfEmail(email), code);
}

/** The id of a long code: anyone who has the code needs no id, so that it works in every browser. */
export function idOfLongCode(
  { secrets }: Pick<Deps, "secrets">,
  documentId: Id,
  email: string,
  code: string,
): Id {
  return secrets.hash("signing code", "long", documentId, keyOfEmail(email), code);
}

/** Throws unless the code is correct. Every attempt counts. Strangers lack its id, so they cannot use attempts up. */
export async function checkSigningCode(deps: Deps, purpose: Purpose, code: string): Promise<CheckedCode> {
  const isOpen = and(gt(signingCodes.expiresAt, deps.clock()), lt(signingCodes.guesses, GUESSES_PER_CODE));
  const [stored] = await deps.db
    .update(signingCodes)
    .set({ guesses: sql`${signingCodes.guesses} + 1` })
    .where(and(isFor(purpose), isOpen))
    .returning({ codeHash: signingCodes.codeHash });
  const codeHash = hashSigningCode(deps, purpose, code);
  if (!stored || !timingSafeEqual(Buffer.from(stored.codeHash), Buffer.from(codeHash))) throw wrongCode();
  return { ...purpose, codeHash };
}

/** Deletes the code together with its signature: a code works once. */
export async function consumeSigningCode(tx: Tx, checked: CheckedCode): Promise<void> {
  const taken = await tx
    .delete(signingCodes)
    .where(and(isFor(checked), eq(signingCodes.codeHash, checked.codeHash)))
    .returning({ email: signingCodes.email });
  if (taken.length === 0) throw wrongCode();
}

/** The error for the form if a code is required and missing. */
export function missingCode(): AppError {
  return codeFault("code-needed", "Please enter the code from our email");
}

function wrongCode(): AppError {
  return codeFault("wrong-code", "This code is wrong or has expired. Check it, or ask for a new one");
}

function codeFault(reason: string, message: string): AppError {
  return new AppError("invalid", `${message}.`, { reason, issues: [{ path: "/code", message }] });
}

function isFor({ signingCodeId, documentId, email }: Purpose) {
  return and(
    eq(signingCodes.signingCodeId, signingCodeId),
    eq(signingCodes.generalDocumentId, documentId),
    eq(signingCodes.email, keyOfEmail(email)),
  );
}

const MINUTE_MS = 60_000;
/** The limits of one network. Those of an email are like those of the sign-in (code-limits.ts). */
const CODES_AN_HOUR = { toEmail: 5, ofNetwork: 200 };
const CODE_DIGITS = 8;

/** `contentHash` is of the text that the signer has read. */
type CodeRequest = { documentId: Id; email: string; contentHash?: string | undefined };

/**
 * Mails a code for signing one document. Returns the id that the code works with. Earlier codes stay valid. Mails
 * nothing for a changed text, or to an email that got many: the newest long code works without an id.
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
