import { eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { userProfiles } from "../schema/account.ts";
import { generalDocuments, generalDocumentVersions, signedGeneralDocuments } from "../schema/agreements.ts";

const { generalDocumentId, userProfileId, userEmail, organizationId } = signedGeneralDocuments;
const later = alias(signedGeneralDocuments, "later");

const underNewest = sql`from ${signedGeneralDocuments} as "later"
  where ${eq(later.generalDocumentId, generalDocumentId)}
  and (${eq(later.version, generalDocuments.version)} or ${eq(later.contentHash, generalDocumentVersions.contentHash)})`;

/**
 * Whether the signer of a signature has signed the document's newest text, for the same organization. A visitor is
 * known by the address, also when they signed as a person. Needs the document and its newest version in the statement.
 */
export const hasSignedNewest: SQL<boolean> = sql<boolean>`(exists (select ${underNewest}
    and ${eq(later.userProfileId, userProfileId)}
    and coalesce(${later.organizationId}, '') = coalesce(${organizationId}, ''))
  or exists (select ${underNewest} and ${userProfileId} is null
    and lower(${later.userEmail}) = lower(${userEmail})))`;

/** The signer's address in lower case, by which they are asked. A person may have another one than they signed with. */
export const emailNow: SQL<string> = sql<string>`lower(coalesce(${userProfiles.email}, ${userEmail}))`;
