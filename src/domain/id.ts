import { z } from "zod";

/** An identifier: given by the company's own data or made by the server. Safe in a path and in a file name. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "An id has 1 to 64 letters, digits, - or _");
export type Id = z.infer<typeof Id>;
