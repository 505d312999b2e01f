import { z } from "zod";
import { Id } from "../../id.ts";

export const BundleLink = z.strictObject({
  uniqueDocumentId: Id,
  /** A link to the zip that works for 60 seconds; null without a PDF of an acceptance. */
  uri: z.string().nullable(),
});
export type BundleLink = z.infer<typeof BundleLink>;
