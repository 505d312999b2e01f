import { z } from "zod";
import { Email } from "../account/user-profile.ts";
import { ContentHash } from "../content-hash.ts";
import { Id } from "../id.ts";
import { Timestamp } from "../timestamp.ts";

export const SIGNATURE_TYPES = ["ACKNOWLEDGE", "ACKNOWLEDGE_NEW_ORG"] as const;

export const GeneralDocument = z.strictObject({
  generalDocumentId: Id,
  name: z.string().min(1).max(200),
  /** Sanitised HTML. */
  richText: z.string(),
  updatedAt: Timestamp,
  signatureType: z.enum(SIGNATURE_TYPES),
  /** SHA-256 (hex) of its name and text; another text is another version, to be signed anew. */
  contentHash: ContentHash,
});
export type GeneralDocument = z.infer<typeof GeneralDocument>;

export const SignedGeneralDocument = z.strictObject({
  signedGeneralDocumentId: Id,
  /** The generalDocumentId that was signed. */
  documentId: Id,
  userFirstName: z.string(),
  userLastName: z.string(),
  userEmail: Email,
  organizationName: z.string().nullable(),
  signedAt: Timestamp,
  /** A short-lived link to the signed copy, or null while there is none. */
  s3uri: z.string().nullable(),
});
export type SignedGeneralDocument = z.infer<typeof SignedGeneralDocument>;

/** A person's own signature, and for which organization they gave it: null for none. */
export const OwnSignature = SignedGeneralDocument.omit({ s3uri: true }).extend({
  organizationId: Id.nullable(),
});
export type OwnSignature = z.infer<typeof OwnSignature>;
