import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { type Dollars, exact } from "#domain/decimal.ts";
import { acceptableContent, canonicalJson } from "#domain/documents/content.ts";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import { documentTotal } from "#domain/pricing/document-total.ts";
import { AppError } from "../app-error.ts";
import type { Reader, Tx } from "../db/database.ts";
import { type DecisionRow, type DocumentRow, lockDocument } from "./queries.ts";
import { resolvePages, showStoredPage } from "./resolve-page.ts";
import { uniqueDocuments } from "./tables.ts";

/** The content that people read and decide on: the page with current prices and choices, its hash, and its total. */
export type Content = { page: PuckState; contentHash: string; totalCost: Dollars | null };

const NOTHING_YET: PuckState = { content: [], root: { props: {} } };

/** A document and its decision. */
export type Decided = { document: DocumentRow; decision: DecisionRow | null };

/** The current content of a document, or the decided content of a decided one. A draft has none. */
export async function readContent(
  reader: Reader,
  document: DocumentRow,
  decision: DecisionRow | null,
): Promise<Content> {
  const [content] = await readContents(reader, document.organizationId, [{ document, decision }]);
  return content as Content;
}

/** readContent for several documents of an organization, with as many statements as for one. */
export async function readContents(
  reader: Reader,
  organizationId: Id,
  all: readonly Decided[],
): Promise<Content[]> {
  const open = all.filter(({ document, decision }) => !decision && document.status !== "DRAFT");
  const pages = await resolvePages(
    reader,
    organizationId,
    open.map(({ document }) => document),
  );
  return all.map(({ document, decision }) => {
    if (decision) {
      const { contentHash, totalCost } = decision;
      return { page: showStoredPage(decision.page), contentHash, totalCost };
    }
    const page = pages.get(document.uniqueDocumentId);
    if (!page) return { page: NOTHING_YET, contentHash: hashOf(document, NOTHING_YET), totalCost: null };
    return { page, contentHash: hashOf(document, page), totalCost: documentTotal(page) };
  });
}

/** Smaller amounts pass through JSON and the database unchanged. */
const A_TRILLION = exact("1000000000000");

/** Refuses a total that is too large for columns and clients. Throws AppError "invalid". */
export function requireCountable(totalCost: Dollars | null): Dollars | null {
  if (totalCost === null || exact(totalCost).abs().lt(A_TRILLION)) return totalCost;
  throw new AppError(
    "invalid",
    "This document would come to a trillion dollars or more, which the portal cannot count. Nothing was changed.",
  );
}

/**
 * Updates the stored total after a change of prices or choices. Throws AppError "invalid" for a trillion dollars or
 * more.
 */
export async function updateTotalCost(tx: Tx, organizationId: Id, uniqueDocumentId: Id): Promise<void> {
  const document = await lockDocument(tx, organizationId, uniqueDocumentId);
  if (!document) return;
  const page = (await resolvePages(tx, organizationId, [document])).get(uniqueDocumentId);
  await tx
    .update(uniqueDocuments)
    .set({ totalCost: page ? requireCountable(documentTotal(page)) : null })
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
}

function hashOf(document: DocumentRow, page: PuckState): string {
  const { uniqueDocumentId, organizationId, name, documentType } = document;
  const content = acceptableContent({
    uniqueDocumentId,
    organizationId,
    name,
    documentType,
    puckState: page,
  });
  return createHash("sha256").update(canonicalJson(content)).digest("hex");
}
