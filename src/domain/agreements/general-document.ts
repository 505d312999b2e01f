import { z } from "zod";
import { StoredEmail } from "../account/user-profile.ts";
import { ContentHash } from "../canonical-json.ts";
import { Id } from "../id.ts";
import { Timestamp } from "../record-fields.ts";

export const SIGNATURE_TYPES = ["ACKNOWLEDGE", "ACKNOWLEDGE_NEW_ORG"] as const;

/** A published text of the company, as it is shown to those who sign it. */
export const GeneralDocument = z.strictObject({
  generalDocumentId: Id,
  name: z.string().min(1).max(200),
  /** Sanitised HTML. */
  richText: z.string(),
  version: z.int().min(1),
  /** When this version was published. */
  updatedAt: Timestamp,
  signatureType: z.enum(SIGNATURE_TYPES),
  /** No one can sign a retired document; signatures under it stay. */
  isRetired: z.boolean(),
  /** SHA-256 (hex) of the id, name and text. A changed text is another version, which is signed again. */
  contentHash: ContentHash,
});
export type GeneralDocument = z.infer<typeof GeneralDocument>;

export const SignedGeneralDocument = z.strictObject({
  signedGeneralDocumentId: Id,
  /** The generalDocumentId of the signed document. */
  documentId: Id,
  userFirstName: z.string(),
  userLastName: z.string(),
  userEmail: StoredEmail,
  organizationName: z.string().nullable(),
  signedAt: Timestamp,
  /** A short-lived link to the signed copy; null until the copy is made. */
  s3uri: z.string().nullable(),
});
export type SignedGeneralDocument = z.infer<typeof SignedGeneralDocument>;

/** A person's own signature, with the organization they signed for; null for none. */
export const OwnSignature = SignedGeneralDocument.omit({ s3uri: true }).extend({
  organizationId: Id.nullable(),
  /** The version that was signed; null if it is older than all that the portal knows. */
  version: z.int().min(1).nullable(),
  /** Whether the document still has the signed text. */
  isOfPresentText: z.boolean(),
});
export type OwnSignature = z.infer<typeof OwnSignature>;

export const SignatureBundleLink = z.strictObject({
  signedGeneralDocumentId: Id,
  /** A link to the zip that works for 60 seconds; null without a signed copy. */
  uri: z.string().nullable(),
});
export type SignatureBundleLink = z.infer<typeof SignatureBundleLink>;
