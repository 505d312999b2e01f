import { hash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { canonicalJson } from "#domain/canonical-json.ts";
import { A_TRILLION, type Dollars, exact } from "#domain/decimal.ts";
import { acceptableContent } from "#domain/documents/content.ts";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import { refuseStoring, stampVersion } from "#domain/page/page-version.ts";
import {
  documentTotal,
  hidesPrices,
  type ShownPrices,
  shownNets,
  shownTotal,
  shownWork,
} from "#domain/pricing/document-total.ts";
import { hidePricesOfPage } from "#domain/pricing/hide-prices.ts";
import { areFiguresInRange, priceFaults } from "#domain/pricing/price-faults.ts";
import { AppError, conflict } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { workOrders } from "../schema/work-orders.ts";
import { findCurrentWork } from "./find-work.ts";
import {
  type DecisionRow,
  type DocumentRow,
  findDecision,
  findDocument,
  lockDocument,
  updateDocument,
} from "./queries.ts";
import {
  migrateAndSanitise,
  NO_WORK,
  type ResolvedPage,
  resolve,
  resolvePages,
  showsSent,
} from "./resolve-page.ts";

/** What people decide on: the page with prices and choices. Clients see the page through hidePricesOfPage. */
export type Content = ResolvedPage & {
  contentHash: string;
  /** The salted hash of the content with hidden prices, a part of contentHash; null: nothing is hidden. */
  hiddenHash: string | null;
  totalCost: Dollars | null;
};

/** What a content hash commits to beside the page. */
type Hashed = Pick<DocumentRow, "uniqueDocumentId" | "organizationId" | "name" | "documentType" | "salt">;

const NOTHING_YET: ResolvedPage = { page: { content: [], root: { props: {} } }, version: null };

/** A document and its decision. */
export type Decided = { document: DocumentRow; decision: DecisionRow | null };

/** The sent content of a document with current choices, or the decided content. A draft has none. */
export async function readContent(
  reader: DbOrTx,
  document: DocumentRow,
  decision: DecisionRow | null,
): Promise<Content> {
  const [content] = await readContents(reader, document.organizationId, [{ document, decision }]);
  return content as Content;
}

/** The content that sending a draft now would make. */
export async function readUnsentContent(reader: DbOrTx, document: DocumentRow): Promise<Content> {
  const { uniqueDocumentId, organizationId, puckState } = document;
  const work = (await findCurrentWork(reader, organizationId, [uniqueDocumentId])).get(uniqueDocumentId);
  const page = resolve(toStoredForm(puckState), work ?? NO_WORK);
  return { page, version: null, ...hashesOf(document, page), totalCost: documentTotal(page) };
}

/** readContent for several documents of an organization, with as many statements as for one. */
export async function readContents(
  reader: DbOrTx,
  organizationId: Id,
  all: readonly Decided[],
): Promise<Content[]> {
  const open = all.filter(
    ({ document, decision }) => !decision && (document.status !== "DRAFT" || showsSent(document)),
  );
  const documents = open.map(({ document }) => document);
  const pages = await resolvePages(reader, organizationId, documents);
  return all.map(({ document, decision }) =>
    contentOfPage(document, decision, pages.get(document.uniqueDocumentId)),
  );
}

/** The content of a document: as it was decided, or its resolved page. Without both it is a draft. */
export function contentOfPage(
  document: Hashed,
  decision: DecisionRow | null,
  resolved: ResolvedPage = NOTHING_YET,
): Content {
  if (decision) {
    const { versionNumber: version, contentHash, hiddenHash, totalCost } = decision;
    return { page: migrateAndSanitise(decision.page), version, contentHash, hiddenHash, totalCost };
  }
  const { page } = resolved;
  return { ...resolved, ...hashesOf(document, page), totalCost: documentTotal(page) };
}

/** Refuses a total that is too large for columns and clients. Throws AppError "invalid". */
function requireCountable(totalCost: Dollars | null): Dollars | null {
  if (isCountable(totalCost)) return totalCost;
  throw new AppError(
    "invalid",
    "This document would come to a trillion dollars or more, which the portal can't count. Nothing was changed.",
  );
}

/** Refuses the total of an imported document that no one could accept. Throws AppError "invalid". */
export function requireTotalInRange(page: PuckState): void {
  const [fault] = priceFaults(page);
  if (fault) throw new AppError("invalid", fault.message);
}

type Totals = Pick<DocumentRow, "totalCost" | "shownTotal">;

/** Of a draft in which someone has typed a figure that is out of range. */
const NO_TOTALS: Totals = { totalCost: null, shownTotal: null };

/** The stored totals of a draft's resolved page: none if a figure is out of range or the total too large. */
export function totalsOfDraft(page: PuckState): Totals {
  const totalCost = documentTotal(page);
  const isKnown = isCountable(totalCost) && areFiguresInRange(page);
  return isKnown ? { totalCost, shownTotal: shownTotal(page) } : NO_TOTALS;
}

function isCountable(totalCost: Dollars | null): boolean {
  return totalCost === null || exact(totalCost).abs().lt(A_TRILLION);
}

/** Updates the stored totals and returns the page. Throws AppError "invalid" for a trillion dollars or more. */
export async function updateTotals(
  tx: Tx,
  organizationId: Id,
  uniqueDocumentId: Id,
): Promise<PuckState | null> {
  const document = await lockDocument(tx, organizationId, uniqueDocumentId);
  if (!document) return null;
  const { page } = (await resolvePages(tx, organizationId, [document])).get(uniqueDocumentId) ?? NOTHING_YET;
  const isUnknown = document.status === "DRAFT" && !areFiguresInRange(page);
  await updateDocument(
    tx,
    uniqueDocumentId,
    isUnknown
      ? NO_TOTALS
      : { totalCost: requireCountable(documentTotal(page)), shownTotal: shownTotal(page) },
  );
  return page;
}

/** Stores which prices a page hides and shows, so that lists need not read the page. Code that stores a page calls this. */
export async function storeHiddenPrices(tx: Tx, uniqueDocumentId: Id, page: PuckState): Promise<void> {
  await updateDocument(tx, uniqueDocumentId, { hidesPrices: hidesPrices(page) });
  const quoted = [...shownWork(page)];
  const idsWhere = (isHidden: (shown: ShownPrices) => boolean) =>
    quoted.flatMap(([id, shown]) => (isHidden(shown) ? [id] : []));
  const withoutAmounts = idsWhere(({ areAmountsShown }) => !areAmountsShown);
  const withoutLines = idsWhere(({ areLinesShown }) => !areLinesShown);
  const { workOrderId } = workOrders;
  const nets = JSON.stringify(Object.fromEntries(shownNets(page)));
  await tx
    .update(workOrders)
    .set({
      shownNet: sql`(${nets}::jsonb ->> ${workOrderId})::numeric`,
      hidesPrices: isAnyOf(workOrderId, withoutAmounts),
      hidesLines: isAnyOf(workOrderId, withoutLines),
    })
    .where(eq(workOrders.uniqueDocumentId, uniqueDocumentId));
}

/** The hash of what clients see. Hidden prices enter it by a salted hash, so that they cannot be found by trying. */
function hashesOf(document: Hashed, page: PuckState): Pick<Content, "contentHash" | "hiddenHash"> {
  const shown = hidePricesOfPage(page);
  const content = contentOf(document, shown);
  if (shown === page) return { contentHash: hash("sha256", canonicalJson(content)), hiddenHash: null };
  const hidden = hash("sha256", `${document.salt}${canonicalJson(contentOf(document, page))}`);
  return { contentHash: hash("sha256", canonicalJson({ ...content, hidden })), hiddenHash: hidden };
}

function contentOf({ uniqueDocumentId, organizationId, name, documentType }: Hashed, page: PuckState) {
  return acceptableContent({ uniqueDocumentId, organizationId, name, documentType, puckState: page });
}

/** A page with the version of today's format, as it is stored. Throws AppError "conflict" if a newer portal wrote it. */
export function toStoredForm(page: PuckState): PuckState {
  const refusal = refuseStoring(page);
  if (refusal !== null) throw conflict("newer-page", refusal);
  return stampVersion(page);
}

/** Updates what is stored about undecided documents after a change of their work orders: totals and hidden prices. */
export async function updateStoredTotals(
  tx: Tx,
  organizationId: Id,
  documentIds: readonly Id[],
): Promise<void> {
  for (const uniqueDocumentId of documentIds) {
    const document = await findDocument(tx, organizationId, { uniqueDocumentId });
    if (!document || (await findDecision(tx, uniqueDocumentId))) continue;
    const page = await updateTotals(tx, organizationId, uniqueDocumentId);
    // Of a draft, clients see what was sent before, or nothing.
    if (page && document.status !== "DRAFT") await storeHiddenPrices(tx, uniqueDocumentId, page);
  }
}
