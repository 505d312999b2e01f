import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { id, timestamptz, version } from "../db/columns.ts";
import { ofOrganization } from "./organizations.ts";

// The sign-in library's tables, with its names and our types (the library's timestamps have no zone).

export const authUsers = pgTable(
  "user",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    emailVerified: boolean("emailVerified").notNull().default(false),
    image: text("image"),
    createdAt: timestamptz("createdAt").notNull().default(sql`now()`),
    updatedAt: timestamptz("updatedAt").notNull().default(sql`now()`),
  },
  (table) => [uniqueIndex("user_email").on(table.email)],
);

const ofUser = (column: string) => text(column).references(() => authUsers.id, { onDelete: "cascade" });

/** What a session was made with: a code of the authenticator app, or a backup code. */
export const APP = "app";

export const authSessions = pgTable(
  "session",
  {
    id: text("id").primaryKey(),
    expiresAt: timestamptz("expiresAt").notNull(),
    token: text("token").notNull(),
    createdAt: timestamptz("createdAt").notNull().default(sql`now()`),
    updatedAt: timestamptz("updatedAt").notNull().default(sql`now()`),
    ipAddress: text("ipAddress"),
    userAgent: text("userAgent"),
    /** The id of the passkey, or APP; null: the password alone. */
    madeWith: text("madeWith"),
    /** In a browser that the account does not know, of which its owner has no notice yet. */
    isNoticeDue: boolean("isUntold").notNull().default(false),
    /** When the person signed in, or confirmed last in this session that it is them; null: a session of before. */
    confirmedAt: timestamptz("confirmedAt"),
    /** The sign-in at an issuer that made it, which limits it to the issuer's side; null: our own sign-in did. */
    linkedIdentityId: id("linkedIdentityId").references(
      (): AnyPgColumn => linkedIdentities.linkedIdentityId,
      {
        onDelete: "cascade",
      },
    ),
    /** The issuer's own session, by which the issuer can end this one. */
    issuerSessionId: text("issuerSessionId"),
    /** The identity token, encrypted: the issuer asks for it when the person signs out. */
    sealedIdToken: text("sealedIdToken"),
    userId: ofUser("userId").notNull(),
  },
  (table) => [
    uniqueIndex("session_token").on(table.token),
    index("session_user").on(table.userId),
    index("session_linked_identity").on(table.linkedIdentityId),
  ],
);

/** Who signs people in elsewhere: an issuer of OpenID Connect, for the company or for one organization. */
export const issuers = pgTable(
  "issuers",
  {
    issuerId: id("issuer_id").primaryKey(),
    /** Null: it signs in the company's own people. */
    organizationId: ofOrganization("cascade"),
    name: text("name").notNull(),
    /** Exactly as its tokens name it. */
    issuer: text("issuer").notNull(),
    clientId: text("client_id").notNull(),
    sealedClientSecret: text("sealed_client_secret").notNull(),
    /** The record of who added it (access-records.ts). */
    accessRecordId: id("access_record_id").notNull(),
    addedAt: timestamptz("added_at").notNull(),
    /** It signs in no one before: a day later if the company adds it for a client. */
    effectiveFrom: timestamptz("effective_from").notNull(),
    /** Since then the company's people have no session but by the company's issuers; null: they may sign in here. */
    requiredSince: timestamptz("required_since"),
    recordVersion: version(),
  },
  (table) => [
    index("issuers_organization").on(table.organizationId),
    unique("issuers_client").on(table.organizationId, table.issuer, table.clientId).nullsNotDistinct(),
  ],
);

/** People whom issuers sign in. After the first sign-in the subject alone counts, never the email. */
export const linkedIdentities = pgTable(
  "linked_identities",
  {
    linkedIdentityId: id("linked_identity_id").primaryKey(),
    issuerId: id("issuer_id")
      .references(() => issuers.issuerId, { onDelete: "cascade" })
      .notNull(),
    userId: ofUser("user_id").notNull(),
    /** The issuer's own name of the person. */
    subject: text("subject").notNull(),
    /** As the issuer named it at the first sign-in. */
    email: text("email").notNull(),
    linkedAt: timestamptz("linked_at").notNull(),
    lastUsedAt: timestamptz("last_used_at").notNull(),
    /** Identity tokens from before are no bearer tokens any more: a session of it was ended (rls/session-trigger.ts). */
    tokensFrom: timestamptz("tokens_from"),
  },
  (table) => [
    uniqueIndex("linked_identities_subject").on(table.issuerId, table.subject),
    uniqueIndex("linked_identities_person").on(table.issuerId, table.userId),
    index("linked_identities_user").on(table.userId),
  ],
);

export const authAccounts = pgTable(
  "account",
  {
    id: text("id").primaryKey(),
    accountId: text("accountId").notNull(),
    providerId: text("providerId").notNull(),
    userId: ofUser("userId").notNull(),
    accessToken: text("accessToken"),
    refreshToken: text("refreshToken"),
    idToken: text("idToken"),
    accessTokenExpiresAt: timestamptz("accessTokenExpiresAt"),
    refreshTokenExpiresAt: timestamptz("refreshTokenExpiresAt"),
    scope: text("scope"),
    password: text("password"),
    /** Its password was replaced by a mailed code, of which its owner has no notice yet. */
    isNoticeDue: boolean("isUntold").notNull().default(false),
    createdAt: timestamptz("createdAt").notNull().default(sql`now()`),
    updatedAt: timestamptz("updatedAt").notNull().default(sql`now()`),
  },
  (table) => [index("account_user").on(table.userId)],
);

export const authVerifications = pgTable(
  "verification",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: timestamptz("expiresAt").notNull(),
    createdAt: timestamptz("createdAt").notNull().default(sql`now()`),
    updatedAt: timestamptz("updatedAt").notNull().default(sql`now()`),
  },
  (table) => [index("verification_identifier").on(table.identifier)],
);

export const authKeys = pgTable("jwks", {
  id: text("id").primaryKey(),
  publicKey: text("publicKey").notNull(),
  privateKey: text("privateKey").notNull(),
  alg: text("alg"),
  crv: text("crv"),
  createdAt: timestamptz("createdAt").notNull(),
  expiresAt: timestamptz("expiresAt"),
});

/** A person's authenticator app. The key that opens its secret is outside of the database. */
export const secondFactors = pgTable("second_factors", {
  userId: ofUser("user_id").primaryKey(),
  sealedSecret: text("sealed_secret").notNull(),
  /** The last half minute whose code was used. */
  lastStep: integer("last_step").notNull(),
  /** Keyed hashes of those that are left. */
  backupCodes: text("backup_codes").array().notNull(),
  createdAt: timestamptz("created_at").notNull(),
});

/** The public halves of the keys that people's devices keep. */
export const passkeys = pgTable(
  "passkeys",
  {
    passkeyId: text("passkey_id").primaryKey(),
    userId: ofUser("user_id").notNull(),
    /** Chosen by the device, like the key. Both in base64url. */
    credentialId: text("credential_id").notNull(),
    publicKey: text("public_key").notNull(),
    /** How often the device says it was used; 0 for devices that do not count. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull(),
    name: text("name").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    lastUsedAt: timestamptz("last_used_at"),
  },
  (table) => [
    uniqueIndex("passkeys_credential").on(table.credentialId),
    index("passkeys_user").on(table.userId),
  ],
);
