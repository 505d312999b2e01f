import { z } from "zod";

/** An id from the company's data or from the server, safe in paths and file names. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "An id has 1 to 64 letters, digits, - or _");
export type Id = z.infer<typeof Id>;
