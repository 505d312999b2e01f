import { z } from "zod";
import { Slug } from "../documents/unique-document.ts";
import { Id } from "../id.ts";
import { Timestamp } from "../record-fields.ts";
import { MAX_TEXT_LENGTH } from "../storable-text.ts";
import { lineOfText, requiredText, tooLong } from "../typed-text.ts";
import { SIGNATURE_TYPES, SignedGeneralDocument } from "./general-document.ts";

export const SIGNATURE_TYPE_LABELS = {
  ACKNOWLEDGE: "Anybody",
  ACKNOWLEDGE_NEW_ORG: "New organizations",
} as const satisfies Record<(typeof SIGNATURE_TYPES)[number], string>;

export const NO_TEXT = "Please write the text";

/** Whether HTML has anything to read. */
export function hasWords(html: string): boolean {
  return html.replaceAll(/<[^>]*>|&nbsp;/g, "").trim() !== "";
}

export const GeneralDocumentDetails = z.strictObject({
  name: lineOfText(200, "Please enter a title"),
  richText: z
    .string({ error: NO_TEXT })
    .max(MAX_TEXT_LENGTH, tooLong(MAX_TEXT_LENGTH))
    .refine(hasWords, NO_TEXT),
  signatureType: z.enum(SIGNATURE_TYPES),
  /** Whether publishing makes the document the General Terms and Conditions. */
  isGeneralTerms: z.boolean(),
});
export type GeneralDocumentDetails = z.infer<typeof GeneralDocumentDetails>;

const SLUG_MESSAGE = "Please use small letters, digits and single hyphens, such as terms-of-service";

/** The last part of a general document's address, which is its id and never changes. */
export const GeneralDocumentSlug = requiredText(64, "Please enter an address")
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, SLUG_MESSAGE)
  .pipe(Slug);

/** The address that a title suggests; empty if the title has no letter or digit for one. */
export function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase();
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, "");
  return GeneralDocumentSlug.safeParse(slug).success || slug === "" ? slug : `${slug}-1`;
}

export const GENERAL_DOCUMENT_STATUSES = ["DRAFT", "PUBLISHED", "RETIRED"] as const;

/** A general document of the company. DRAFT: it was never published, and only the company sees it. */
export const ListedGeneralDocument = z.strictObject({
  generalDocumentId: Id,
  /** The title of the newest version, or of the draft before the first. */
  name: z.string(),
  status: z.enum(GENERAL_DOCUMENT_STATUSES),
  isGeneralTerms: z.boolean(),
  /** The number of the newest version; null before the first. */
  version: z.int().min(1).nullable(),
  hasDraft: z.boolean(),
  signatures: z.int().min(0),
  /** When the newest version was published, or the draft saved before the first. */
  updatedAt: Timestamp,
});
export type ListedGeneralDocument = z.infer<typeof ListedGeneralDocument>;

/** The next version, as far as it is written. */
const GeneralDocumentDraft = z.strictObject({
  name: z.string(),
  richText: z.string(),
  signatureType: z.enum(SIGNATURE_TYPES),
  isGeneralTerms: z.boolean(),
  /** Another one after each saving. */
  revision: z.int().min(1),
  savedAt: Timestamp,
  savedBy: z.string(),
});
export type GeneralDocumentDraft = z.infer<typeof GeneralDocumentDraft>;

const VersionFacts = z.strictObject({
  version: z.int().min(1),
  name: z.string(),
  signatureType: z.enum(SIGNATURE_TYPES),
  publishedAt: Timestamp,
  /** Null: the version came with an import. */
  publishedBy: z.string().nullable(),
});

export const ManagedGeneralDocument = ListedGeneralDocument.extend({
  draft: GeneralDocumentDraft.nullable(),
  /** Letters of the draft that signed copies cannot show. */
  draftLettersWithoutFont: z.array(z.string()),
  /** Newest first. */
  versions: z.array(VersionFacts.extend({ signatures: z.int().min(0) })),
});
export type ManagedGeneralDocument = z.infer<typeof ManagedGeneralDocument>;

/** One version with its text as sanitised HTML. */
export const GeneralDocumentVersion = VersionFacts.extend({ richText: z.string() });
export type GeneralDocumentVersion = z.infer<typeof GeneralDocumentVersion>;

/** How sure it is that a signer's address is theirs. */
export const SIGNER_ADDRESSES = ["account", "confirmed", "unconfirmed"] as const;
export const SIGNER_ADDRESS_LABELS: Record<(typeof SIGNER_ADDRESSES)[number], string> = {
  account: "Signed in",
  confirmed: "Confirmed",
  unconfirmed: "Not confirmed",
};

export const ManagedSignature = SignedGeneralDocument.omit({ s3uri: true }).extend({
  name: z.string(),
  /** The signed version; null if it is older than all that the portal knows. */
  version: z.int().min(1).nullable(),
  address: z.enum(SIGNER_ADDRESSES),
  emailConfirmedAt: Timestamp.nullable(),
  hasPdf: z.boolean(),
  /** Whether this signer has signed the newest text, here or by a later signature. */
  hasSignedNewest: z.boolean(),
  /** When the signer was asked to sign the newest version. */
  askedAt: Timestamp.nullable(),
});
export type ManagedSignature = z.infer<typeof ManagedSignature>;
