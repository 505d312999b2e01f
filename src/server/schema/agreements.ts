import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  type UpdateDeleteAction,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { SIGNATURE_TYPES } from "#domain/agreements/general-document.ts";
import { CONSENTS } from "#domain/consent/consent.ts";
import { hash, id, oneOf, timestamptz } from "../db/columns.ts";
import { comparableOf, orderableOf } from "../db/comparable-sql.ts";
import { wordsColumn } from "../db/words-sql.ts";
import { ofPerson } from "./account.ts";
import { consentColumns } from "./consent-columns.ts";
import { files } from "./files.ts";
import { ofOrganization } from "./organizations.ts";

/** A retired agreement is offered to no one who has not signed it. */
export function isOffered({ retiredAt }: { retiredAt: SQLWrapper }): SQL {
  return sql`${retiredAt} is null`;
}

/** General documents that were published. Clients see every row, so drafts have a table of their own. */
export const generalDocuments = pgTable(
  "general_documents",
  {
    generalDocumentId: id("general_document_id").primaryKey(),
    /** The General Terms and Conditions, which every document links to. */
    isGeneralTerms: boolean("is_general_terms").notNull().default(false),
    /** The number of the newest version, which readers see and sign. */
    version: integer("version").notNull(),
    /** Since when no one can sign it; null: it can be signed. */
    retiredAt: timestamptz("retired_at"),
  },
  (table) => [
    uniqueIndex("general_documents_general_terms")
      .on(table.isGeneralTerms)
      .where(sql`${table.isGeneralTerms}`),
    check("general_documents_terms_hold", sql`${isOffered(table)} or not ${table.isGeneralTerms}`),
  ],
);

const ofGeneralDocument = (onDelete: UpdateDeleteAction) =>
  id("general_document_id")
    .notNull()
    .references(() => generalDocuments.generalDocumentId, { onDelete });

/** Every published version of a general document. Rows never change. */
export const generalDocumentVersions = pgTable(
  "general_document_versions",
  {
    generalDocumentId: ofGeneralDocument("restrict"),
    /** 1 for the first. */
    version: integer("version").notNull(),
    name: text("name").notNull(),
    richText: text("rich_text").notNull(),
    signatureType: text("signature_type", { enum: SIGNATURE_TYPES }).notNull(),
    /** SHA-256 (hex) of the id, name and text. Two versions with one hash have the same text. */
    contentHash: hash("content_hash").notNull(),
    publishedAt: timestamptz("published_at").notNull().defaultNow(),
    /** The name of the editor at that time; null for an import. */
    publishedBy: text("published_by"),
    /** A generated column for searching. */
    words: wordsColumn(["name"]),
  },
  (table) => [
    primaryKey({ columns: [table.generalDocumentId, table.version] }),
    oneOf("general_document_versions_signature_type", table.signatureType, SIGNATURE_TYPES),
    check("general_document_versions_number", sql`${table.version} > 0`),
  ],
);

type VersionKey = { generalDocumentId: AnyPgColumn; version: AnyPgColumn };

const ofVersion = (name: string, { generalDocumentId, version }: VersionKey) =>
  foreignKey({
    name,
    columns: [generalDocumentId, version],
    foreignColumns: [generalDocumentVersions.generalDocumentId, generalDocumentVersions.version],
  });

/** The next version of each general document that the company works on. Only the company sees these rows. */
export const generalDocumentDrafts = pgTable(
  "general_document_drafts",
  {
    /** The document need not be published yet, so this is no reference. */
    generalDocumentId: id("general_document_id").primaryKey(),
    name: text("name").notNull(),
    richText: text("rich_text").notNull(),
    signatureType: text("signature_type", { enum: SIGNATURE_TYPES }).notNull(),
    /** Publishing the draft makes the document the General Terms and Conditions. */
    isGeneralTerms: boolean("is_general_terms").notNull(),
    /** Rises with every save, to detect conflicts of editors. */
    revision: integer("revision").notNull().default(1),
    savedAt: timestamptz("saved_at").notNull(),
    savedBy: text("saved_by").notNull(),
  },
  (table) => [oneOf("general_document_drafts_signature_type", table.signatureType, SIGNATURE_TYPES)],
);

/** Every signed version of a general document, as its signers saw it. Rows never change. */
export const signedVersions = pgTable(
  "signed_versions",
  {
    contentHash: hash("content_hash").primaryKey(),
    generalDocumentId: ofGeneralDocument("restrict"),
    name: text("name").notNull(),
    richText: text("rich_text").notNull(),
  },
  (table) => [
    index("signed_versions_general_document_id").on(table.generalDocumentId),
    check("signed_versions_hash", sql`${table.contentHash} ~ '^[0-9a-f]{64}$'`),
  ],
);

const SIGNER = sql`user_first_name || ' ' || user_last_name || ' ' || user_email`;

/** Signatures. Fields that an imported signature does not have are null. */
export const signedGeneralDocuments = pgTable(
  "signed_general_documents",
  {
    signedGeneralDocumentId: id("signed_general_document_id").primaryKey(),
    generalDocumentId: ofGeneralDocument("restrict"),
    userProfileId: ofPerson("user_profile_id", "restrict"),
    userFirstName: text("user_first_name").notNull(),
    userLastName: text("user_last_name").notNull(),
    userEmail: text("user_email").notNull(),
    organizationId: ofOrganization("restrict"),
    organizationName: text("organization_name"),
    globalOrganizationIdentifier: text("global_organization_identifier"),
    contentHash: hash("content_hash").references(() => signedVersions.contentHash, {
      onDelete: "restrict",
    }),
    /** The signed version; null if it was signed before the first version that the portal knows. */
    version: integer("version"),
    /** SHA-256 of signer and organization: a signer signs a version once. */
    signerHash: hash("signer_hash"),
    declaration: text("declaration"),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    ...consentColumns(),
    /** The signed copy, once it exists. */
    fileId: id("file_id").references(() => files.fileId, { onDelete: "restrict" }),
    signedAt: timestamptz("signed_at").notNull(),
    /** When a visitor confirmed their email. A person who signs in has confirmed it before. */
    emailConfirmedAt: timestamptz("email_confirmed_at"),
    /** Generated columns for searching and sorting. */
    signerComparable: comparableOf("signer_comparable", SIGNER),
    signerOrder: orderableOf("signer_order", SIGNER),
    organizationComparable: comparableOf("organization_comparable", "organization_name"),
    organizationOrder: orderableOf("organization_order", "organization_name"),
  },
  (table) => [
    oneOf("signed_general_documents_consent", table.consent, CONSENTS),
    ofVersion("signed_general_documents_version_fk", table).onDelete("restrict"),
    index("signed_general_documents_list").on(table.organizationId, table.signedAt.desc()),
    index("signed_general_documents_of_all").on(
      table.signedAt.desc().nullsFirst(),
      table.signedGeneralDocumentId.desc().nullsFirst(),
    ),
    index("signed_general_documents_of_document").on(
      table.generalDocumentId,
      table.signedAt.desc(),
      table.signedGeneralDocumentId.desc(),
    ),
    index("signed_general_documents_of_version").on(table.generalDocumentId, table.version),
    index("signed_general_documents_of_email").on(table.generalDocumentId, sql`lower(${table.userEmail})`),
    index("signed_general_documents_user_profile_id").on(table.userProfileId),
    index("signed_general_documents_file_id").on(table.fileId),
    uniqueIndex("signed_general_documents_once").on(table.contentHash, table.signerHash),
  ],
);

const ofSignature = () =>
  id("signed_general_document_id")
    .notNull()
    .references(() => signedGeneralDocuments.signedGeneralDocumentId, { onDelete: "cascade" });

/** Requests to signers of an earlier version to sign a newer one, one per person and version. */
export const signingRequests = pgTable(
  "signing_requests",
  {
    generalDocumentId: id("general_document_id").notNull(),
    version: integer("version").notNull(),
    /** The signer's address in lower case: one request per person, for all of their organizations. */
    email: text("email").notNull(),
    /** The earlier signature. */
    signedGeneralDocumentId: ofSignature(),
    askedAt: timestamptz("asked_at").notNull(),
    /** When the job queued the mail; null until then. */
    mailedAt: timestamptz("mailed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.generalDocumentId, table.version, table.email] }),
    ofVersion("signing_requests_version_fk", table).onDelete("cascade"),
    index("signing_requests_signature").on(table.signedGeneralDocumentId),
    index("signing_requests_email").on(table.email),
    index("signing_requests_waiting")
      .on(table.generalDocumentId, table.version, table.email)
      .where(sql`${table.mailedAt} is null`),
  ],
);

/** Tokens that confirm the email of a visitor's signature; only their keyed hashes are stored. */
export const signatureConfirmations = pgTable(
  "signature_confirmations",
  {
    tokenHash: hash("token_hash").primaryKey(),
    signedGeneralDocumentId: ofSignature(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [
    index("signature_confirmations_signature").on(table.signedGeneralDocumentId),
    index("signature_confirmations_expires_at").on(table.expiresAt),
  ],
);

/** Keyed hashes of mailed signing codes. A code works only with the id of its row; an email may have several. */
export const signingCodes = pgTable(
  "signing_codes",
  {
    signingCodeId: id("signing_code_id").primaryKey(),
    generalDocumentId: ofGeneralDocument("cascade"),
    /** In lower case. */
    email: text("email").notNull(),
    codeHash: hash("code_hash").notNull(),
    guesses: integer("guesses").notNull().default(0),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [
    index("signing_codes_general_document_id").on(table.generalDocumentId),
    index("signing_codes_expires_at").on(table.expiresAt),
  ],
);
