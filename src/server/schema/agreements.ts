import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  boolean,
  char,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { SIGNATURE_TYPES } from "#domain/agreements/general-document.ts";
import { CONSENTS } from "#domain/consent/consent.ts";
import { id, oneOf, timestamptz } from "../db/columns.ts";
import { comparable, comparableOf, orderable, orderableOf } from "../db/comparable-sql.ts";
import { wordsColumn } from "../db/words-sql.ts";
import { userProfiles } from "./account.ts";
import { consentColumns } from "./consent-columns.ts";
import { files } from "./files.ts";
import { organizations } from "./organizations.ts";

/** A retired agreement is offered to no one who has not signed it. */
export function isOffered({ retiredAt }: { retiredAt: SQLWrapper }): SQL {
  return sql`${retiredAt} is null`;
}

/** General documents that were published at least once. Clients see every row, so drafts have a table of their own. */
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

/** Every published version of a general document. Rows never change. */
export const generalDocumentVersions = pgTable(
  "general_document_versions",
  {
    generalDocumentId: id("general_document_id")
      .notNull()
      .references(() => generalDocuments.generalDocumentId, { onDelete: "restrict" }),
    /** 1 for the first. */
    version: integer("version").notNull(),
    name: text("name").notNull(),
    richText: text("rich_text").notNull(),
    signatureType: text("signature_type", { enum: SIGNATURE_TYPES }).notNull(),
    /** SHA-256 (hex) of the id, name and text. Two versions with one hash have the same text. */
    contentHash: char("content_hash", { length: 64 }).notNull(),
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
    /** Counts the savings, so that the second of two editors is told. */
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
    contentHash: char("content_hash", { length: 64 }).primaryKey(),
    generalDocumentId: id("general_document_id")
      .notNull()
      .references(() => generalDocuments.generalDocumentId, { onDelete: "restrict" }),
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
    generalDocumentId: id("general_document_id")
      .notNull()
      .references(() => generalDocuments.generalDocumentId, { onDelete: "restrict" }),
    userProfileId: id("user_profile_id").references(() => userProfiles.userProfileId, {
      onDelete: "restrict",
    }),
    userFirstName: text("user_first_name").notNull(),
    userLastName: text("user_last_name").notNull(),
    userEmail: text("user_email").notNull(),
    organizationId: id("organization_id").references(() => organizations.organizationId, {
      onDelete: "restrict",
    }),
    organizationName: text("organization_name"),
    globalOrganizationIdentifier: text("global_organization_identifier"),
    contentHash: char("content_hash", { length: 64 }).references(() => signedVersions.contentHash, {
      onDelete: "restrict",
    }),
    /** The signed version; null if it was signed before the first version that the portal knows. */
    version: integer("version"),
    /** SHA-256 of signer and organization: a signer signs a version once. */
    signerHash: char("signer_hash", { length: 64 }),
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
    signerComparable: text("signer_comparable").generatedAlwaysAs(comparable(SIGNER)),
    signerOrder: text("signer_order").generatedAlwaysAs(orderable(SIGNER)),
    organizationComparable: comparableOf("organization_comparable", "organization_name"),
    organizationOrder: orderableOf("organization_order", "organization_name"),
  },
  (table) => [
    oneOf("signed_general_documents_consent", table.consent, CONSENTS),
    foreignKey({
      name: "signed_general_documents_version_fk",
      columns: [table.generalDocumentId, table.version],
      foreignColumns: [generalDocumentVersions.generalDocumentId, generalDocumentVersions.version],
    }).onDelete("restrict"),
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

/** Signers of an earlier version who were asked to sign a newer one, each once per version. */
export const signingRequests = pgTable(
  "signing_requests",
  {
    generalDocumentId: id("general_document_id").notNull(),
    version: integer("version").notNull(),
    /** The signer's address in lower case: one person is asked once, for whomever they signed. */
    email: text("email").notNull(),
    /** The earlier signature. */
    signedGeneralDocumentId: id("signed_general_document_id")
      .notNull()
      .references(() => signedGeneralDocuments.signedGeneralDocumentId, { onDelete: "cascade" }),
    askedAt: timestamptz("asked_at").notNull(),
    /** When the job queued the mail; null until then. */
    mailedAt: timestamptz("mailed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.generalDocumentId, table.version, table.email] }),
    foreignKey({
      name: "signing_requests_version_fk",
      columns: [table.generalDocumentId, table.version],
      foreignColumns: [generalDocumentVersions.generalDocumentId, generalDocumentVersions.version],
    }).onDelete("cascade"),
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
    tokenHash: char("token_hash", { length: 64 }).primaryKey(),
    signedGeneralDocumentId: id("signed_general_document_id")
      .notNull()
      .references(() => signedGeneralDocuments.signedGeneralDocumentId, { onDelete: "cascade" }),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [
    index("signature_confirmations_signature").on(table.signedGeneralDocumentId),
    index("signature_confirmations_expires_at").on(table.expiresAt),
  ],
);

/**
 * Mailed signing codes; only their keyed hashes are stored. A code works only with the id of its row, which is told
 * to the person who requested it. Several codes for one email work side by side.
 */
export const signingCodes = pgTable(
  "signing_codes",
  {
    signingCodeId: id("signing_code_id").primaryKey(),
    generalDocumentId: id("general_document_id")
      .notNull()
      .references(() => generalDocuments.generalDocumentId, { onDelete: "cascade" }),
    /** In lower case. */
    email: text("email").notNull(),
    codeHash: char("code_hash", { length: 64 }).notNull(),
    guesses: integer("guesses").notNull().default(0),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [
    index("signing_codes_general_document_id").on(table.generalDocumentId),
    index("signing_codes_expires_at").on(table.expiresAt),
  ],
);
