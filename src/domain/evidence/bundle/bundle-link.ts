import { z } from "zod";
import { Id } from "../../id.ts";

const uri = z.string().nullable();

export const BundleLink = z.strictObject({
  uniqueDocumentId: Id,
  /** A link to the zip that works for 60 seconds; null without a PDF of an acceptance. */
  uri,
});
export type BundleLink = z.infer<typeof BundleLink>;

export const SignatureBundleLink = z.strictObject({
  signedGeneralDocumentId: Id,
  /** A link to the zip that works for 60 seconds; null without a signed copy. */
  uri,
});
export type SignatureBundleLink = z.infer<typeof SignatureBundleLink>;
