import { z } from "zod";

/** Sixteen letters and digits without those that look alike: too many for any number of guesses. */
const LONG_CODE = /^[a-hjkmnp-z2-9]{16}$/;

/** A mailed code as people type and paste it: in any case, with or without spaces and dashes. */
export const TypedCode = z
  .string()
  .max(60)
  .transform((typed) =>
    typed
      .normalize("NFKC")
      .replace(/[\s\p{Pd}]/gu, "")
      .toLowerCase(),
  );

export function isLongCode(code: string): boolean {
  return LONG_CODE.test(code);
}

/** A code as a mail shows it: a long one in groups of four. */
export function formatMailedCode(code: string): string {
  return isLongCode(code) ? code.replace(/.{4}(?=.)/g, "$&-") : code;
}
