import { z } from "zod";

/** What there is to look at before a document is sent. */
export const CHECK_KINDS = [
  "empty-page",
  "unknown-type",
  "unread-part",
  "no-work",
  "missing-work",
  "unknown-product",
  "zero-total",
  "amount-out-of-range",
  "total-out-of-range",
  "total-may-be-negative",
  "number-not-used",
  "no-alternative-text",
  "picture-lost",
  "picture-not-fetched",
  "broken-anchor",
  "unfilled-variable",
  "old-starting-text",
  "empty-footer",
  "empty-block",
  "no-product",
  "no-address",
  "no-font",
  "nobody-to-tell",
] as const;

export const DocumentCheck = z.strictObject({
  kind: z.enum(CHECK_KINDS),
  /** A sentence for the author. */
  message: z.string(),
  /** The block to look at; null: the whole document. */
  blockId: z.string().nullable(),
  /** Whether sending is refused until it is mended. */
  isRefused: z.boolean(),
});
export type DocumentCheck = z.infer<typeof DocumentCheck>;
