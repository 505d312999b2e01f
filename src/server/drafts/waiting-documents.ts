import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import { summarizePrice } from "#domain/pricing/price-summary.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { readContent } from "../documents/content.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { userProfiles } from "../schema/account.ts";
import { documentVersions } from "../schema/document-versions.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import type { Sent } from "./sending-mails.ts";

type Waiting = {
  document: DocumentRow;
  version: typeof documentVersions.$inferSelect;
  sender: Parameters<typeof displayName>[0] | null;
  organizationName: string;
};

/** The documents that match and wait for a decision, each with its newest version, the first sent first. */
export async function findWaiting(reader: DbOrTx, matches: SQL): Promise<Waiting[]> {
  const { uniqueDocumentId, number, sentAt, sentByUserProfileId } = documentVersions;
  const newest = sql`(select max(version.number) from document_versions as version
    where version.unique_document_id = ${uniqueDocuments.uniqueDocumentId})`;
  const { firstName, lastName, email } = userProfiles;
  const rows = await reader
    .select({
      document: uniqueDocuments,
      version: documentVersions,
      sender: { firstName, lastName, email },
      organizationName: organizations.organizationName,
    })
    .from(uniqueDocuments)
    .innerJoin(
      documentVersions,
      and(eq(uniqueDocumentId, uniqueDocuments.uniqueDocumentId), eq(number, newest)),
    )
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .leftJoin(userProfiles, eq(userProfiles.userProfileId, sentByUserProfileId))
    .where(and(matches, eq(uniqueDocuments.status, "PENDING")))
    .orderBy(asc(sentAt));
  return rows;
}

/** What a mail says about a document that was sent before. */
export async function describeSent(
  reader: DbOrTx,
  { settings }: Pick<Deps, "settings">,
  { document, version, sender, organizationName }: Waiting,
): Promise<Sent & Pick<DocumentRow, "organizationId">> {
  const { page } = await readContent(reader, document, null);
  return {
    ...document,
    name: document.sentName ?? document.name,
    organizationName,
    senderName: sender ? displayName(sender) : settings.now().companyName,
    message: version.message,
    isAgain: false,
    price: summarizePrice(page),
  };
}
