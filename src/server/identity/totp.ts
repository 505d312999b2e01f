import { Secret, TOTP } from "otpauth";

// Codes of an authenticator app (RFC 6238), with the values that every app supports: SHA-1, 30 seconds, six digits. The
// sign-in library's plugin accepts a code twice, and its check does not return a code's half minute.

const SECRET_BYTES = 20;
/** A phone's clock may be half a minute off. */
const STEPS_OFF = 1;
const CODE = /^\d{6}$/;

/** A new secret, in the letters in which people type it into their app. */
export function makeTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that an app reads from a QR code. */
export function totpAddress({ email, ...app }: { secret: string; email: string; issuer: string }): string {
  return new TOTP({ ...app, label: email }).toString();
}

/** The step of which this is the code; null if it is none of now, the last or the next half minute. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  if (!CODE.test(code)) return null;
  const [totp, timestamp] = [new TOTP({ secret }), now.getTime()];
  const off = totp.validate({ token: code, timestamp, window: STEPS_OFF });
  return off === null ? null : totp.counter({ timestamp }) + off;
}
