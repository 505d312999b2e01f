import { sql } from "drizzle-orm";
import {
  boolean,
  char,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { SIGNATURE_TYPES } from "#domain/agreements/general-document.ts";
import { userProfiles } from "../account/tables.ts";
import { id, moment, oneOf } from "../db/columns.ts";
import { files } from "../files/tables.ts";
import { organizations } from "../organizations/tables.ts";

export const generalDocuments = pgTable(
  "general_documents",
  {
    generalDocumentId: id("general_document_id").primaryKey(),
    name: text("name").notNull(),
    richText: text("rich_text").notNull(),
    signatureType: text("signature_type", { enum: SIGNATURE_TYPES }).notNull(),
    /** The General Terms and Conditions, which every document links to. */
    isGeneralTerms: boolean("is_general_terms").notNull().default(false),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    oneOf("general_documents_signature_type", table.signatureType, SIGNATURE_TYPES),
    uniqueIndex("general_documents_general_terms")
      .on(table.isGeneralTerms)
      .where(sql`${table.isGeneralTerms}`),
  ],
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

/** Signatures. Fields that an imported signature does not have are null. */
export const signedGeneralDocuments = pgTable(
  "signed_general_documents",
  {
    signedGeneralDocumentId: id("signed_general_document_id").primaryKey(),
    generalDocumentId: id("general_document_id")
      .notNull()
      .references(() => generalDocuments.generalDocumentId, { onDelete: "restrict" }),
    userProfileId: id("user_profile_id").references(() => userProfiles.userProfileId, {
      onDelete: "set null",
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
    /** SHA-256 of signer and organization: a signer signs a version once. */
    signerHash: char("signer_hash", { length: 64 }),
    declaration: text("declaration"),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** The signed copy, once it exists. */
    fileId: id("file_id").references(() => files.fileId, { onDelete: "restrict" }),
    signedAt: moment("signed_at").notNull(),
    /** When a visitor confirmed their email. A person who signs in has confirmed it before. */
    emailConfirmedAt: moment("email_confirmed_at"),
  },
  (table) => [
    index("signed_general_documents_list").on(table.organizationId, table.signedAt.desc()),
    index("signed_general_documents_general_document_id").on(table.generalDocumentId),
    index("signed_general_documents_user_profile_id").on(table.userProfileId),
    index("signed_general_documents_file_id").on(table.fileId),
    uniqueIndex("signed_general_documents_once").on(table.contentHash, table.signerHash),
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
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    index("signature_confirmations_signature").on(table.signedGeneralDocumentId),
    index("signature_confirmations_expires_at").on(table.expiresAt),
  ],
);

/** Mailed signing codes, one per document and email; only their keyed hashes are stored. */
export const signingCodes = pgTable(
  "signing_codes",
  {
    generalDocumentId: id("general_document_id")
      .notNull()
      .references(() => generalDocuments.generalDocumentId, { onDelete: "cascade" }),
    /** In lower case. */
    email: text("email").notNull(),
    codeHash: char("code_hash", { length: 64 }).notNull(),
    guesses: integer("guesses").notNull().default(0),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.generalDocumentId, table.email] }),
    index("signing_codes_expires_at").on(table.expiresAt),
  ],
);
