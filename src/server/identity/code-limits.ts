import { randomInt } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { isLongCode } from "#domain/account/sign-in.ts";
import type { Deps } from "../deps.ts";
import { countAttempt, isCounting } from "../http/rate-limit.ts";
import type { SignInAnswer } from "./sign-in-calls.ts";
import { WRONG_CODE } from "./sign-in-failure.ts";

type LimitDeps = Pick<Deps, "clock"> & { database: Pick<Deps["database"], "db"> };

/**
 * Codes mailed to one email for all unknown browsers together: a burst, then one in each interval, at most 20 in an
 * hour. A code is valid for two intervals, so the newest mail always has a valid one.
 */
const MAX_BURST_MAILS = 8;
const LATER_MAIL_INTERVAL_SECONDS = 300;
/** Wrong codes from unknown browsers in an hour, after which only long codes are mailed and looked at. */
const MAX_WRONG_CODES = 100;
const HOUR_SECONDS = 3600;
const LONG_CODE_LETTERS = 16;

/** Which code to mail: a long one works in every browser, a short one (null) in the one that requested it. */
export type CodeToMail = { longCode: string | null };

/**
 * Counts a request of an unknown browser. Null: nothing is mailed, and the owner uses the newest long code, of
 * any requester. `usedFor`: what a long code works for, if not for everything.
 */
export async function countCodeRequest(
  deps: LimitDeps,
  kind: "code-request" | "signing-code",
  email: string,
  usedFor = "",
): Promise<CodeToMail | null> {
  const longCode = randomLetters(LONG_CODE_LETTERS);
  const ofHour = { key: `${kind} account ${email}`, windowSeconds: HOUR_SECONDS };
  if ((await countAttempt(deps, ofHour)) <= MAX_BURST_MAILS)
    return { longCode: (await areShortCodesVoid(deps, email)) ? longCode : null };
  const key = `${kind} later ${email} ${usedFor}`;
  const later = await countAttempt(deps, { key, windowSeconds: LATER_MAIL_INTERVAL_SECONDS });
  return later === 1 ? { longCode } : null;
}

/** Mails a code to an unknown browser unless too many were mailed. Every request gets the same answer. */
export async function limitMailedCodes(
  deps: LimitDeps,
  { email, log }: { email: string; log: FastifyBaseLogger },
  send: (longCode: string | null) => Promise<SignInAnswer>,
): Promise<SignInAnswer> {
  const mailed = await countCodeRequest(deps, "code-request", email);
  if (mailed !== null) return send(mailed.longCode);
  log.info("No code was mailed: unknown browsers requested many for this email");
  return { response: { success: true } };
}

/** Makes a call in which an unknown browser uses a code, and counts wrong ones. */
export async function limitTypedCodes(
  deps: LimitDeps,
  { email, otp }: { email: string; otp: string },
  send: () => Promise<SignInAnswer>,
): Promise<SignInAnswer> {
  try {
    if (!isLongCode(otp) && (await areShortCodesVoid(deps, email))) throw WRONG_CODE;
    return await send();
  } catch (error) {
    if (error === WRONG_CODE) await countWrongCode(deps, email);
    throw error;
  }
}

async function countWrongCode(deps: LimitDeps, email: string): Promise<void> {
  const wrong = { key: `code-use account ${email}`, windowSeconds: HOUR_SECONDS };
  if ((await countAttempt(deps, wrong)) >= MAX_WRONG_CODES) await countAttempt(deps, voidUntil(email));
}

/** Whether so many codes were guessed that the short ones of unknown browsers do not work in this hour. */
function areShortCodesVoid(deps: LimitDeps, email: string): Promise<boolean> {
  return isCounting(deps, voidUntil(email).key);
}

/** A window of its own, so that short codes from before its beginning have ended when it ends. */
function voidUntil(email: string) {
  return { key: `long-codes account ${email}`, windowSeconds: HOUR_SECONDS };
}

/** Without those that look alike when they are read from paper or a screen. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** Letters and digits of a code that a person types. */
export function randomLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}
