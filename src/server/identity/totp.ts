import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

// Codes of an authenticator app (RFC 6238), with the values that every app supports: SHA-1, 30 seconds, six digits.

const STEP_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** A phone's clock may be half a minute off. */
const STEPS_OFF = [0, -1, 1];
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret, in the letters in which people type it into their app. */
export function makeTotpSecret(): string {
  return spell(randomBytes(SECRET_BYTES));
}

/** The address that an app reads from a QR code. */
export function totpAddress({
  secret,
  email,
  issuer,
}: {
  secret: string;
  email: string;
  issuer: string;
}): string {
  const label = [issuer, email].map(encodeURIComponent).join(":");
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

/** The step of which this is the code; null if it is none of now, the last or the next half minute. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const given = Buffer.from(code);
  const current = stepAt(now);
  const steps = STEPS_OFF.map((off) => current + off);
  return (
    steps.find((step) => {
      const right = Buffer.from(totpOf(secret, step));
      return given.length === right.length && timingSafeEqual(given, right);
    }) ?? null
  );
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS);
}

export function totpOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", unspell(secret)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(at) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

function spell(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five, 2)]).join("");
}

function unspell(secret: string): Buffer {
  const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
