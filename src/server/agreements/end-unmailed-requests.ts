import { and, eq, isNull } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import { signingRequests } from "../schema/agreements.ts";

/**
 * Deletes the requests that nobody was mailed yet, when nobody can sign what they ask for any more. Lock the document
 * first. The same people can be asked again.
 */
export async function endUnmailedRequests(tx: Tx, generalDocumentId: Id): Promise<void> {
  await tx
    .delete(signingRequests)
    .where(and(eq(signingRequests.generalDocumentId, generalDocumentId), isNull(signingRequests.mailedAt)));
}
