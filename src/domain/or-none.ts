import { z } from "zod";

/** An optional text as people type it: empty means none. Its fault is told in the schema's own words. */
export function orNone<Output>(schema: z.ZodType<Output, string>) {
  return z
    .string()
    .transform((typed) => (typed.trim() === "" ? null : typed))
    .pipe(schema.nullable());
}
