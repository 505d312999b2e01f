import { z } from "zod";
import { readCode } from "../typed-code.ts";
import { LONGEST_PASSWORD } from "./password-length.ts";

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

/** How a person's second factor stands. */
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

export const CurrentPassword = z.string().min(1).max(LONGEST_PASSWORD);
