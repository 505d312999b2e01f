import { z } from "zod";

/** SHA-256 (hex) of what somebody was shown; a decision or a signature names it. */
export const ContentHash = z.string().regex(/^[0-9a-f]{64}$/);
export type ContentHash = z.infer<typeof ContentHash>;
