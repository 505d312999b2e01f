import { z } from "zod";

/** The records that get a number each: "INV-0042". */
export const NUMBERED = ["document", "invoice"] as const;
export type Numbered = (typeof NUMBERED)[number];

export const HIGHEST_NUMBER = 999_999_999;

/** How the numbers of one kind of record look, and the next one. */
export const Numbering = z.strictObject({
  prefix: z
    .string()
    .trim()
    .max(12, "Please use at most 12 characters")
    .regex(/^[A-Za-z0-9/._-]*$/, "Please use letters, digits and - / . _ only"),
  /** Shorter numbers get zeros in front. */
  digits: z.int("Please enter a number from 1 to 9").min(1, "At least 1 digit").max(9, "At most 9 digits"),
  next: z
    .int("Please enter a whole number")
    .min(1, "The first number is 1")
    .max(HIGHEST_NUMBER, "Please use at most 9 digits"),
});
export type Numbering = z.infer<typeof Numbering>;

/** "INV-0042" */
export function formatNumber({ prefix, digits }: Omit<Numbering, "next">, number: number): string {
  return prefix + String(number).padStart(digits, "0");
}
