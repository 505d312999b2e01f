import { timingSafeEqual } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { signingCodes } from "../schema/agreements.ts";

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

/**
 * Throws unless the code is correct. Every attempt counts, even if nothing is signed afterwards. A stranger knows no
 * id of a code, so no one uses up another person's attempts.
 */
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
  return codeFault("code-needed", "Please enter the code from our mail");
}

function wrongCode(): AppError {
  return codeFault("wrong-code", "This code is not right, or not any more. Check it, or ask for a new one");
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
