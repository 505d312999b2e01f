import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/documents.ts";
import { DECLINED_BY } from "#domain/documents/decline.ts";
import { LISTED_STATUSES, type ListedDocument } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { comparableText } from "#domain/lists/comparable-text.ts";
import type { DOCUMENT_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { hidePricesOfPage } from "#domain/pricing/hide-prices.ts";
import { contains } from "../db/comparable-sql.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { showImages } from "../images/show-images.ts";
import { dollarsColumn, type List, requiredTextColumn } from "../lists/list.ts";
import { pageWithStatusCounts, readList } from "../lists/read-list.ts";
import { documentDecisions } from "../schema/document-versions.ts";
import {
  amountVisibleToClients,
  documentVisibleToClients,
  hidesAmount,
  lastTouched,
  shownType,
  totalOrder,
  uniqueDocuments,
} from "../schema/documents.ts";
import { readContents } from "./content.ts";
import { documentTypeColumn } from "./document-type-column.ts";
import { presentListed } from "./present.ts";
import { findDecisions, findDocuments, findPages, isOfStatus, todayOf } from "./queries.ts";

/** Whether a text may begin in another one, which stands before a name. */
function mayReachInto(decider: string, before: string): boolean {
  const ends = Array.from(before, (_, at) => before.slice(at));
  return before.includes(decider) || ends.some((end) => decider.startsWith(end));
}

const isDeclined = eq(uniqueDocuments.status, "DECLINED");
const DECLINED_PREFIX = comparableText(DECLINED_BY);

/** The documents whose decider's name contains a text. No row of the list is joined to its decision to find it. */
function decidedBy(decider: string): SQL {
  const { uniqueDocumentId, userNameComparable } = documentDecisions;
  const byDecider = (name: SQLWrapper) => sql`${uniqueDocuments.uniqueDocumentId} in (
    select ${uniqueDocumentId} from ${documentDecisions} where ${contains(name, decider)})`;
  const byName = byDecider(userNameComparable);
  if (!mayReachInto(decider, DECLINED_PREFIX)) return byName;
  return sql`(${byName} or ${isDeclined} and ${byDecider(sql`${DECLINED_PREFIX}::text || ${userNameComparable}`)})`;
}

const AMOUNT = amountVisibleToClients(uniqueDocuments);
/** A document without a shown amount comes last in both directions. */
const AMOUNT_ORDER = sql`case when ${AMOUNT} is not null then ${totalOrder({ totalCost: AMOUNT })} end`;

export const DOCUMENT_LIST: List<(typeof DOCUMENT_LIST_COLUMNS)[number]> = {
  path: calls.listDocuments.path,
  from: sql`${uniqueDocuments} left join ${documentDecisions}
    on ${eq(documentDecisions.uniqueDocumentId, uniqueDocuments.uniqueDocumentId)}`,
  id: uniqueDocuments.uniqueDocumentId,
  defaultSort: lastTouched(uniqueDocuments),
  columns: {
    externalId: requiredTextColumn(uniqueDocuments.externalIdComparable, uniqueDocuments.externalIdOrder),
    name: requiredTextColumn(uniqueDocuments.shownNameComparable, uniqueDocuments.shownNameOrder),
    createdAt: { type: "day", timestamp: uniqueDocuments.createdAt, isRequired: true },
    status: { type: "enum", column: uniqueDocuments.listedStatus, values: LISTED_STATUSES },
    approvedBy: {
      type: "text",
      comparable: sql`case when ${isDeclined} then ${DECLINED_PREFIX} else '' end
        || ${documentDecisions.userNameComparable}`,
      order: documentDecisions.userNameOrder.getSQL(),
      finds: (_, decider) => decidedBy(decider),
    },
    approvedTime: { type: "day", timestamp: documentDecisions.decidedAt },
    // A hidden amount is found by no search, and sorted like none.
    totalCost: dollarsColumn(AMOUNT, AMOUNT_ORDER),
    documentType: documentTypeColumn(shownType(uniqueDocuments)),
  },
  amount: {
    shown: AMOUNT,
    isHidden: hidesAmount(uniqueDocuments),
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
  const where = and(
    eq(uniqueDocuments.organizationId, organizationId),
    documentVisibleToClients(uniqueDocuments),
    documentType && eq(shownType(uniqueDocuments), documentType),
    status && isOfStatus(status),
    invoice === undefined ? undefined : eq(uniqueDocuments.invoiceId, invoice),
  );
  const counts = { list: "shown documents", organizationId, kind: documentType, status } as const;
  const isCounted = invoice === undefined && status !== "DRAFT";
  const owned = { cursorAudience: organizationId, where, counts: isCounted ? counts : undefined };
  const selection = await readList(deps, DOCUMENT_LIST, owned, query);
  const now = deps.clock();
  const at = { linkTo: (fileId: Id) => deps.links.sign(fileId, now), today: todayOf(deps, now) };
  const found = await findDocuments(deps.db, selection);
  const listed = found.map((row) => presentListed(row, at));
  const data = include === "puckState" ? await withPages(deps, organizationId, listed) : listed;
  const { page } = pageWithStatusCounts(selection);
  if (!page) return { data };
  const { amount: totalCost = null, hidesAmounts: hidesPrices = false } = selection.page ?? {};
  return { data, page: { ...page, totalCost, hidesPrices } };
}

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
  const pages = contents.map(({ page }) => hidePricesOfPage(page));
  const shown = await showImages(db, pages);
  const pageById = new Map(documents.map(({ uniqueDocumentId }, index) => [uniqueDocumentId, shown[index]]));
  return listed.map((one) => {
    const puckState = pageById.get(one.uniqueDocumentId);
    return puckState ? { ...one, puckState } : one;
  });
}
