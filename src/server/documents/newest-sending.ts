import { eq, max, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { documentVersions, uniqueDocuments } from "./tables.ts";

/** When the newest version of a document was sent, in a statement about documents; null for one that never was. */
export function newestSending(): SQL<Date | null> {
  const newest = new QueryBuilder()
    .select({ sentAt: max(documentVersions.sentAt) })
    .from(documentVersions)
    .where(eq(documentVersions.uniqueDocumentId, uniqueDocuments.uniqueDocumentId));
  return sql`${newest}`.mapWith(documentVersions.sentAt) as SQL<Date | null>;
}
