import { z } from "zod";

const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029]/u;

/** The schema of a text on one line that a person types. `missing` is the error for an empty one. */
export function lineOfText(longest: number, missing: string) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(longest, `Please use at most ${longest} characters`)
    .refine((text) => !NOT_IN_A_LINE.test(text), "Please use one line, without control characters");
}

/** An optional text as people type it: empty means none. Its fault is told in the schema's own words. */
export function orNone<Output>(schema: z.ZodType<Output, string>) {
  return z
    .string()
    .transform((typed) => (typed.trim() === "" ? null : typed))
    .pipe(schema.nullable());
}
