import { z } from "zod";

const Days = z
  .int()
  .min(7, "Please keep them for at least 7 days")
  .max(36_500, "Please use at most 36,500 days");

/** How many days records are kept. Null: for ever. Decisions and signatures are evidence and always stay. */
export const KeptRecords = z.strictObject({
  /** The address and browser of a sign-in or an accepted invitation. */
  addressDays: Days,
  /** Sent emails and their recipients. */
  mailDays: Days.nullable(),
  /** The activity, and who opened which document. */
  activityDays: Days.nullable(),
});
export type KeptRecords = z.infer<typeof KeptRecords>;

/** Australian company law asks for seven years of business records. */
export const FIRST_KEPT: KeptRecords = { addressDays: 90, mailDays: 730, activityDays: 2557 };

/** The choices of the form, by days. */
export const KEPT_CHOICES: Readonly<Record<number, string>> = {
  30: "30 days",
  90: "90 days",
  180: "180 days",
  365: "1 year",
  730: "2 years",
  1826: "5 years",
  2557: "7 years",
  3652: "10 years",
};
