import { z } from "zod";
import { Id } from "../id.ts";
import { Timestamp } from "../record-fields.ts";
import { readCode } from "../typed-code.ts";
import { MAX_PASSWORD_LENGTH } from "./field-lengths.ts";

export const BACKUP_CODES = 10;

/** Ten letters and digits in two groups, without those that look alike. */
const BACKUP_CODE = /^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/;

/** A code of the authenticator app, or a backup code, which is stored with its dash. */
export const FactorCode = z
  .string()
  .max(40)
  .transform((typed) => {
    const code = readCode(typed);
    const withDash = code.replace(/^.{5}/, "$&-");
    return BACKUP_CODE.test(withDash) ? withDash : code;
  });

export const SecondFactor = z.strictObject({
  isOn: z.boolean(),
  since: z.iso.datetime().nullable(),
  backupCodesLeft: z.int().min(0),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** What an app needs to make a person's codes, before they confirm that it does. */
export const FactorSetup = z.strictObject({
  /** Goes back with the first code. Only the portal can read it. */
  setup: z.string(),
  /** For people who type it into their app. */
  secret: z.string(),
  /** The path of the QR code's dark modules, in a square of `size`. */
  qr: z.strictObject({ size: z.int(), path: z.string() }),
  backupCodes: z.array(z.string().regex(BACKUP_CODE)).length(BACKUP_CODES),
});
export type FactorSetup = z.infer<typeof FactorSetup>;

export const CurrentPassword = z.string().min(1).max(MAX_PASSWORD_LENGTH);

/** Sixteen letters and digits without those that look alike: too many for any number of guesses. */
const LONG_CODE = /^[a-hjkmnp-z2-9]{16}$/;

export const TypedCode = z.string().max(60).transform(readCode);

export function isLongCode(code: string): boolean {
  return LONG_CODE.test(code);
}

/** A code as a mail shows it: a long one in groups of four. */
export function formatMailedCode(code: string): string {
  return isLongCode(code) ? code.replace(/.{4}(?=.)/g, "$&-") : code;
}

export const SignInRules = z.strictObject({
  /** Anyone who has no second factor can only switch one on. */
  requiresFactor: z.boolean(),
  /** Anyone who accepts or signs for the organization re-authenticates. */
  confirmsAcceptance: z.boolean(),
});
export type SignInRules = z.infer<typeof SignInRules>;

/** Whether someone who has only got hold of a signed-in browser could do more than before. */
export function isLooser(before: SignInRules, after: SignInRules): boolean {
  return (
    (before.requiresFactor && !after.requiresFactor) ||
    (before.confirmsAcceptance && !after.confirmsAcceptance)
  );
}

/** A session lives for at most so many days, however often it is used. */
export const MAX_SESSION_DAYS = 30;

/** A browser or program in which a person is signed in. It never carries the session's token. */
export const SignInSession = z.strictObject({
  sessionId: Id,
  isCurrent: z.boolean(),
  /** "Chrome on Windows"; null if it did not say. */
  browser: z.string().nullable(),
  ipAddress: z.string().nullable(),
  startedAt: Timestamp,
  /** To the day, because a session is renewed once a day. */
  lastUsedAt: Timestamp,
});
export type SignInSession = z.infer<typeof SignInSession>;
