import { and, eq, max, not, or, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { DocumentWork } from "#domain/work-orders/document-work.ts";
import type { Tx } from "../db/database.ts";
import { documentVersions } from "../schema/document-versions.ts";
import { workOrders, workOrderVisibleToClients } from "../schema/work-orders.ts";
import { toStoredForm } from "./content.ts";
import { findCurrentWork } from "./find-work.ts";
import { indexPageText } from "./index-page-text.ts";
import type { DocumentRow } from "./queries.ts";
import { updateDocument } from "./queries.ts";
import { resolve } from "./resolve-page.ts";

/**
 * Stores the page, work and name of now as the next version, which clients read from now on. The caller has locked the
 * document, sets its status, and then updates its totals. Throws AppError "conflict" if a newer portal wrote the page.
 */
export async function freezeVersion(
  tx: Tx,
  { uniqueDocumentId, organizationId, puckState, name, documentType }: DocumentRow,
  { sentAt, sentBy, message = null }: { sentAt: Date; sentBy: Id | null; message?: string | null },
): Promise<typeof documentVersions.$inferSelect> {
  const [newest] = await tx
    .select({ number: max(documentVersions.number) })
    .from(documentVersions)
    .where(eq(documentVersions.uniqueDocumentId, uniqueDocumentId));
  const number = (newest?.number ?? 0) + 1;
  const workByDocument = await findCurrentWork(tx, organizationId, [uniqueDocumentId]);
  const work = DocumentWork.parse(workByDocument.get(uniqueDocumentId));
  const page = toStoredForm(puckState);
  const version = {
    uniqueDocumentId,
    organizationId,
    number,
    sentAt,
    message,
    page,
    work,
    sentByUserProfileId: sentBy,
  };
  await tx.insert(documentVersions).values(version);
  await indexPageText(tx, [{ uniqueDocumentId, organizationId, page: resolve(puckState, work) }]);
  await updateDocument(tx, uniqueDocumentId, { sentName: name, sentType: documentType });
  const { sentName, shownAt } = workOrders;
  await tx
    .update(workOrders)
    .set({
      shownAt: sql`coalesce(${shownAt}, ${sentAt.toISOString()}::timestamptz)`,
      sentName: workOrders.name,
    })
    .where(
      and(
        eq(workOrders.uniqueDocumentId, uniqueDocumentId),
        or(not(workOrderVisibleToClients(workOrders)), sql`${sentName} is distinct from ${workOrders.name}`),
      ),
    );
  return version;
}
