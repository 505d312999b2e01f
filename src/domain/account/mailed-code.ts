import { z } from "zod";
import { readCode } from "../typed-code.ts";

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
