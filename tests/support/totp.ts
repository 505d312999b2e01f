import { TOTP } from "otpauth";

/** The code that an app shows in a half minute. */
export function totpOf(secret: string, step: number): string {
  return new TOTP({ secret }).generate({ timestamp: step * 30_000 });
}

export function stepAt(now: Date): number {
  return TOTP.counter({ timestamp: now.getTime() });
}
