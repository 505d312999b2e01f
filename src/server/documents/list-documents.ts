import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/documents.ts";
import { DECLINED_BY } from "#domain/documents/decline.ts";
import { DOCUMENT_STATUS_LABELS, type ListedDocument } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { comparableText } from "#domain/lists/comparable-text.ts";
import type { DOCUMENT_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { hidePricesOfPage } from "#domain/pricing/hide-prices.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { showImages } from "../images/show-images.ts";
import type { Rows } from "../lists/first-page.ts";
import { type List, ownText, withLetters } from "../lists/list.ts";
import { countedPageOf, readList } from "../lists/read-list.ts";
import { documentDecisions, lastTouched, shownType, uniqueDocuments } from "../schema/documents.ts";
import { readContents } from "./content.ts";
import { presentListed } from "./present.ts";
import { findDecisions, findDocuments, findPages, isShown, LISTED_RECORD } from "./queries.ts";

/** Whether a text may begin in another one, which stands before a name. */
function mayReachInto(wanted: string, before: string): boolean {
  const ends = Array.from(before, (_, at) => before.slice(at));
  return before.includes(wanted) || ends.some((end) => wanted.startsWith(end));
}

const isDeclined = eq(uniqueDocuments.status, "DECLINED");

export const DOCUMENT_LIST: List<(typeof DOCUMENT_LIST_COLUMNS)[number]> = {
  path: calls.listDocuments.path,
  from: sql`${uniqueDocuments} left join ${documentDecisions}
    on ${eq(documentDecisions.uniqueDocumentId, uniqueDocuments.uniqueDocumentId)}`,
  id: uniqueDocuments.uniqueDocumentId,
  recent: lastTouched(uniqueDocuments),
  letters: "documents",
  isByWord: true,
  columns: {
    externalId: withLetters(ownText(uniqueDocuments.externalIdComparable, uniqueDocuments.externalIdOrder)),
    name: withLetters(ownText(uniqueDocuments.shownNameComparable, uniqueDocuments.shownNameOrder)),
    createdAt: { says: "day", moment: uniqueDocuments.createdAt, isAlways: true },
    status: { says: "word", word: uniqueDocuments.status, words: Object.keys(DOCUMENT_STATUS_LABELS) },
    approvedBy: {
      says: "text",
      comparable: sql`case when ${isDeclined} then ${comparableText(DECLINED_BY)} else '' end
        || ${documentDecisions.userNameComparable}`,
      order: documentDecisions.userNameOrder.getSQL(),
      hasLetters: (wanted) => !mayReachInto(wanted, comparableText(DECLINED_BY)),
    },
    approvedTime: { says: "day", moment: documentDecisions.decidedAt },
  },
  amount: {
    shown: sql`case when ${uniqueDocuments.status} <> 'DRAFT' and not ${uniqueDocuments.hidesPrices}
      then ${uniqueDocuments.shownTotal} end`,
    isHidden: sql`${uniqueDocuments.status} <> 'DRAFT' and ${uniqueDocuments.hidesPrices}`,
  },
};

type Query = z.output<typeof calls.listDocuments.query>;

/** The documents of an organization, all or one page, with their content only on request. */
export async function listDocuments(
  deps: Deps,
  organizationId: Id,
  { include, ...query }: Query,
): Promise<ListAnswer<typeof calls.listDocuments>> {
  const { documentType, status, invoice } = query;
  const values = { organizationId, documentType, status, invoice };
  const owned = { owner: organizationId, ...rowsOf(values), asked: { values, rows: rowsOf } };
  const slice = await readList(deps, DOCUMENT_LIST, owned, query, LISTED_RECORD);
  const now = deps.clock();
  const found = await findDocuments(deps.db, slice);
  const listed = found.map((row) => presentListed(row, (fileId) => deps.links.sign(fileId, now)));
  const data = include === "puckState" ? await withPages(deps, organizationId, listed) : listed;
  const { page } = countedPageOf(slice);
  if (!page) return { data };
  const { amount: totalCost = null, hidesAmounts: hidesPrices = false } = slice.page ?? {};
  return { data, page: { ...page, totalCost, hidesPrices } };
}

/** The documents that the organization's people see, of a type, a status and an invoice. */
const rowsOf: Rows<Pick<Query, "documentType" | "status" | "invoice"> & { organizationId: Id }> = ({
  organizationId,
  documentType,
  status,
  invoice,
}) => ({
  where: and(
    eq(uniqueDocuments.organizationId, organizationId),
    isShown(),
    documentType && eq(shownType(uniqueDocuments), documentType),
    status && eq(uniqueDocuments.status, status),
    invoice === undefined ? undefined : eq(uniqueDocuments.invoiceId, invoice),
  ),
  counts: invoice ? undefined : { list: "shown documents", organizationId, kind: documentType, status },
});

async function withPages(
  deps: Deps,
  organizationId: Id,
  listed: readonly ListedDocument[],
): Promise<ListedDocument[]> {
  const { db } = deps;
  const ids = listed.map((one) => one.uniqueDocumentId);
  const documents = await findPages(db, organizationId, ids);
  const decisionById = new Map((await findDecisions(db, ids)).map((one) => [one.uniqueDocumentId, one]));
  const decided = documents.map((document) => ({
    document,
    decision: decisionById.get(document.uniqueDocumentId) ?? null,
  }));
  const contents = await readContents(db, organizationId, decided);
  const shown = await showImages(
    db,
    contents.map(({ page }) => hidePricesOfPage(page)),
  );
  const pageById = new Map(documents.map(({ uniqueDocumentId }, index) => [uniqueDocumentId, shown[index]]));
  return listed.map((one) => {
    const puckState = pageById.get(one.uniqueDocumentId);
    return puckState ? { ...one, puckState } : one;
  });
}
