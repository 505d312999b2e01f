import type { Id } from "#domain/id.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { resolveWorkOrders } from "#domain/page/resolve-work-orders.ts";
import { mapRichText } from "#domain/page/walk-page.ts";
import { type DocumentWork, withCurrentChoices } from "#domain/work-orders/document-work.ts";
import type { DbOrTx } from "../db/database.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { findCurrentChoices, findCurrentWork } from "./find-work.ts";
import type { DocumentRow } from "./queries.ts";
import { findNewestVersions, type VersionRow } from "./queries.ts";

type PageOwner = Pick<DocumentRow, "uniqueDocumentId" | "puckState" | keyof Frozen>;
/** What tells whether a document shows what was sent. */
type Frozen = Pick<DocumentRow, "status" | "withdrawnAt" | "expiredAt">;

/** A page for readers; `version` is the number of the sent version that it shows, null for what was not sent. */
export type ResolvedPage = {
  page: PuckState;
  version: number | null;
  /** That version, as long as no one has decided. */
  sent?: VersionRow;
};

/** A stored page for readers, such as a decision's: in today's format, its HTML sanitised, its work as it was stored. */
export function migrateAndSanitise(stored: PuckState): PuckState {
  return mapRichText(migratePage(stored).page, sanitiseHtml);
}

/** A stored page to be stored in another record: as readers see it, with what cannot be read beside it. */
export function copyStoredPage(stored: PuckState): PuckState {
  const { page, unread } = migratePage(stored);
  return { ...mapRichText(page, sanitiseHtml), ...(unread.length > 0 && { unread }) };
}

/**
 * The pages of undecided documents as readers see them: migrated and sanitised, with work, prices and choices. A
 * document that waits for a decision, or was closed without one, shows the sent version with current choices.
 */
export async function resolvePages(
  reader: DbOrTx,
  organizationId: Id,
  owners: readonly PageOwner[],
): Promise<Map<Id, ResolvedPage>> {
  const sentIds = owners.flatMap((one) => (showsSent(one) ? [one.uniqueDocumentId] : []));
  const unsentIds = owners.flatMap((one) => (showsSent(one) ? [] : [one.uniqueDocumentId]));
  const [versions, choices, current] = await Promise.all([
    findNewestVersions(reader, sentIds),
    findCurrentChoices(reader, sentIds),
    findCurrentWork(reader, organizationId, unsentIds),
  ]);
  const resolveOne = (owner: PageOwner): ResolvedPage => {
    const { uniqueDocumentId, puckState, status } = owner;
    if (!showsSent(owner)) {
      const work = current.get(uniqueDocumentId) ?? NO_WORK;
      return { page: resolve(puckState, work), version: null };
    }
    const sent = versions.get(uniqueDocumentId);
    // An import may have brought a draft that was shown and never sent.
    return sent || status === "PENDING" ? resolveSent(uniqueDocumentId, sent, choices) : NOTHING_SENT;
  };
  return new Map(owners.map((owner) => [owner.uniqueDocumentId, resolveOne(owner)]));
}

/** The page of a document that waits for a decision: what was sent, with the present choices. */
export function resolveSent(
  uniqueDocumentId: Id,
  sent: VersionRow | null | undefined,
  choices: ReadonlyMap<Id, boolean>,
): ResolvedPage {
  if (!sent) throw new Error(`The document ${uniqueDocumentId} waits for a decision but has no version.`);
  return { page: resolve(sent.page, withCurrentChoices(sent.work, choices)), version: sent.number, sent };
}

export const NO_WORK: DocumentWork = { workOrders: [], products: [] };

const NOTHING_SENT: ResolvedPage = { page: { content: [], root: { props: {} } }, version: null };

/** A document that waits for a decision, or was closed without one, shows its newest version. */
export function showsSent({ status, withdrawnAt, expiredAt }: Frozen): boolean {
  return status === "PENDING" || withdrawnAt !== null || expiredAt !== null;
}

/** A stored page with this work, migrated and sanitised. */
export function resolve(stored: PuckState, work: DocumentWork): PuckState {
  return mapRichText(resolveWorkOrders(migratePage(stored).page, work), sanitiseHtml);
}
