import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import type { DocumentWork } from "#domain/work-orders/document-work.ts";
import type { Change } from "../access/change.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { DocumentRow } from "../documents/queries.ts";

/** The newest save of a page. */
export type NewestSave = Pick<DocumentRow, "pageRevision" | "pageSavedAt" | "pageSavedBy">;

/** A document (drafts/draft-pages.ts) or a template (templates/), as far as the page store knows it. */
export type PageOwner = NewestSave & {
  /** Its columns in page_revisions. */
  key: { uniqueDocumentId: Id; organizationId: Id } | { templateId: Id };
  /** The page as it is stored. */
  page: PuckState;
  /** Whose pictures the page may show; null: the company's alone. */
  organizationId: Id | null;
  /** What audit rows record of it. */
  subject: { subjectId: Id; organizationId?: Id; details: { name?: string } };
  actions: Record<"edit" | "restore", Parameters<Change["record"]>[0]["action"]>;
  /** Throws AppError "conflict" if its page may not be changed. */
  requireEditable(): void;
  /** A migrated page with the ids of its work orders alone: their data is read from their own records. */
  withoutWorkOrderData(page: PuckState): PuckState;
  /** Locked blocks stay as they are. */
  enforcesLocks: boolean;
  /** The work orders that its page lists, with their products. */
  findWorkOrderData(reader: DbOrTx): Promise<DocumentWork>;
  /** Dollars including GST; null: its page prices nothing. A template has no total. */
  totalCost?: number | null;
  /** Writes the columns of its row, and publishes a live event. Returns the owner with its new page. */
  store(change: Change, deps: Deps, columns: NextPage, next: StoredNext): Promise<PageOwner>;
};

export type PresenceKey = { uniqueDocumentId: Id } | { templateId: Id };

/** The columns of a saved page. */
export type NextPage = NewestSave & { page: PuckState };

export type StoredNext = {
  page: PuckState;
  /** Whether the activity shows this save, so that lists are read again. */
  isInActivity: boolean;
};

/** How documents or templates are found by id. Both throw AppError "not-found". */
export type PageOwners = {
  find(reader: DbOrTx, id: Id): Promise<PageOwner>;
  /** Locks the row until the transaction ends. */
  lock(tx: Tx, id: Id): Promise<PageOwner>;
  /** Its columns in page_presences, without its page, which may be locked for seconds. */
  findKey(reader: DbOrTx, id: Id): Promise<PresenceKey>;
};
