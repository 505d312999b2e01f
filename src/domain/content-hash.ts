import { z } from "zod";

/** SHA-256 (hex) of the content that a person saw. Decisions and signatures refer to it. */
export const ContentHash = z.string().regex(/^[0-9a-f]{64}$/);
export type ContentHash = z.infer<typeof ContentHash>;
