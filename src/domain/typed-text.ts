import { z } from "zod";

const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029]/u;

export function tooLong(longest: number): string {
  return `Please use at most ${longest.toLocaleString("en-AU")} characters`;
}

/** The schema of a text that a person types. `missing` is the error for an empty one. */
export function requiredText(longest: number, missing: string) {
  return z.string({ error: missing }).trim().min(1, missing).max(longest, tooLong(longest));
}

/** The same of a text on one line. */
export function lineOfText(longest: number, missing: string) {
  return requiredText(longest, missing).refine(
    (text) => !NOT_IN_A_LINE.test(text),
    "Please use one line, without control characters",
  );
}

/** An optional text as people type it: empty means none. Its fault is told in the schema's own words. */
export function orNone<Output>(schema: z.ZodType<Output, string>) {
  return z
    .string()
    .transform((typed) => (typed.trim() === "" ? null : typed))
    .pipe(schema.nullable());
}

/** A whole number in a form. */
export const typedNumber = (schema: z.ZodType<number, number>) =>
  z.string().trim().regex(/^\d+$/, "Please enter a whole number").transform(Number).pipe(schema);

/** White space and invisible signs at both edges. Without the lookbehind the time would be quadratic. */
export const NO_EDGES = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu;

export function trimEdges(text: string): string {
  return text.replace(NO_EDGES, "");
}

/** Characters without a shape, and letters that only fill a space. */
const INVISIBLE = /[\s\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0]|\u034f/gu;

export function isVisible(text: string): boolean {
  return text.replaceAll(INVISIBLE, "") !== "";
}
