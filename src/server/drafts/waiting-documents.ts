import { and, asc, eq, gte, isNull, or, type SQL, sql } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import { summarizePrice } from "#domain/pricing/price-summary.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { readContent } from "../documents/content.ts";
import { type DocumentRow, todayOf } from "../documents/queries.ts";
import { userProfiles } from "../schema/account.ts";
import { documentVersions } from "../schema/document-versions.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import type { Sent } from "./sending-mails.ts";

export type Waiting = {
  document: DocumentRow;
  version: typeof documentVersions.$inferSelect;
  sender: Parameters<typeof displayName>[0] | null;
  organizationName: string;
};

/** The documents that match and wait for a decision today, each with its newest version, the first sent first. */
export async function findWaiting(
  reader: DbOrTx,
  deps: Pick<Deps, "settings" | "clock">,
  matches: SQL,
): Promise<Waiting[]> {
  const { uniqueDocumentId, number, sentAt, sentByUserProfileId } = documentVersions;
  const newest = sql`(select max(version.number) from document_versions as version
    where version.unique_document_id = ${uniqueDocuments.uniqueDocumentId})`;
  const { firstName, lastName, email } = userProfiles;
  const { status, validUntil } = uniqueDocuments;
  // A job stores the end of what is over a moment later.
  const isInTime = or(isNull(validUntil), gte(validUntil, todayOf(deps, deps.clock())));
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
    .where(and(matches, eq(status, "PENDING"), isInTime))
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
