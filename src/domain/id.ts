import { z } from "zod";

/** An id from the company's data or from the server, safe in paths and file names. */
export const Id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "An id has 1 to 64 letters, digits, - or _")
  .refine(isFree, "This word is a part of the portal's own addresses, so it can't be an id");
export type Id = z.infer<typeof Id>;

/** Words of the API's addresses where other addresses have an id or a slug (src/contract/taken-words.test.ts). */
const TAKEN_WORDS: readonly string[] = ["list", "slug", "get", "batch", "document", "import"];

/** Whether a word is no part of the portal's own addresses, so that it can name a record. */
export function isFree(word: string): boolean {
  return !TAKEN_WORDS.includes(word);
}

/** The schema of the choice of a record in a form. `missing` is the error for none. */
export function chosenId(missing: string) {
  return z.string({ error: missing }).min(1, missing).pipe(Id);
}
