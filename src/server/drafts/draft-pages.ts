import { eq } from "drizzle-orm";
import { resolveWorkOrders, withoutResolved } from "#domain/page/resolve-work-orders.ts";
import { conflict } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import { totalsOfDraft } from "../documents/content.ts";
import { findCurrentWork } from "../documents/find-work.ts";
import { indexPageText } from "../documents/index-page-text.ts";
import {
  type DocumentRow,
  lockAnyDocument,
  NO_DOCUMENT,
  publishDocumentChange,
} from "../documents/queries.ts";
import { NO_WORK } from "../documents/resolve-page.ts";
import type { PageOwner, PageOwners } from "../pages/page-owner.ts";
import { uniqueDocuments } from "../schema/documents.ts";

/** The pages of documents, for the page store. */
export const DRAFTS: PageOwners = {
  async find(reader, uniqueDocumentId) {
    const [document] = await reader
      .select()
      .from(uniqueDocuments)
      .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
    if (!document) throw NO_DOCUMENT;
    return draftPage(document);
  },
  lock: async (tx, uniqueDocumentId) => draftPage(await lockAnyDocument(tx, uniqueDocumentId)),
  async findKey(reader, uniqueDocumentId) {
    const found = await reader.$count(
      uniqueDocuments,
      eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId),
    );
    if (found === 0) throw NO_DOCUMENT;
    return { uniqueDocumentId };
  },
};

export function draftPage(document: DocumentRow): PageOwner {
  const { uniqueDocumentId, organizationId, pageRevision, pageSavedAt, pageSavedBy, totalCost } = document;
  const findWorkOrderData = (reader: DbOrTx) => findOwnWork(reader, document);
  return {
    pageRevision,
    pageSavedAt,
    pageSavedBy,
    page: document.puckState,
    key: { uniqueDocumentId, organizationId },
    organizationId,
    subject: { subjectId: uniqueDocumentId, organizationId, details: {} },
    actions: { edit: "document.edit", restore: "document.restore" },
    requireEditable: () => requireEditable(document),
    withoutWorkOrderData: withoutResolved,
    enforcesLocks: true,
    findWorkOrderData,
    totalCost: totalCost === null ? null : Number(totalCost),
    async store({ tx, at }, deps, { page: puckState, ...columns }, { page, isInActivity }) {
      const [saved] = await tx
        .update(uniqueDocuments)
        .set({
          ...columns,
          puckState,
          ...totalsOfDraft(resolveWorkOrders(page, await findWorkOrderData(tx))),
          ...(document.shownAt === null && { updatedAt: at }),
        })
        .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId))
        .returning();
      if (!saved) throw new Error("A locked draft is not there.");
      await indexPageText(tx, [{ uniqueDocumentId, organizationId, page }]);
      if (isInActivity || saved.totalCost !== totalCost) {
        await publishDocumentChange(tx, deps, { ...saved, shownAt: null });
      } else
        await deps.live.publish(
          tx,
          { company: true },
          { kind: "draft", id: uniqueDocumentId, revision: saved.pageRevision },
        );
      return draftPage(saved);
    },
  };
}

async function findOwnWork(
  reader: DbOrTx,
  { uniqueDocumentId, organizationId }: Pick<DocumentRow, "uniqueDocumentId" | "organizationId">,
) {
  const work = await findCurrentWork(reader, organizationId, [uniqueDocumentId]);
  return work.get(uniqueDocumentId) ?? NO_WORK;
}

/** Throws AppError "conflict" if the page of the document may not be changed. */
function requireEditable({ status, withdrawnAt, expiredAt }: DocumentRow): void {
  if (withdrawnAt !== null) throw WITHDRAWN;
  if (expiredAt !== null) throw EXPIRED;
  if (status !== "DRAFT") throw SENT;
}

const WITHDRAWN = conflict(
  "withdrawn",
  "This document is withdrawn, so it stays as it is. Nothing was saved. You can make a new version of it.",
);

const EXPIRED = conflict(
  "expired",
  "This document has expired, so it stays as it is. Nothing was saved. You can make a new version of it.",
);

const SENT = conflict(
  "document-sent",
  "This document has been sent, so its page stays as its client reads it. Nothing was saved. You can recall it first, or make a new version.",
);
