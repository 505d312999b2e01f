import type { PageOf } from "#contract/call.ts";
import type { listDocuments } from "#contract/documents.ts";
import { exact, roundToCents } from "#domain/decimal.ts";
import {
  type ListedDocument,
  type ListedStatus,
  listedStatusOf,
  type UniqueDocument,
} from "#domain/documents/unique-document.ts";

type DocumentPage = PageOf<typeof listDocuments>;
type Answer = ListedDocument[] | DocumentPage;
type Query = Record<string, unknown>;

/** A list with one of these parameters holds only some documents. */
const FILTERS = ["documentType", "status", "invoice"] as const;

/** A cached list after a document was saved: with the new version, or without the document if it no longer matches. */
export function withDocument(
  answer: Answer,
  input: { query?: Query } | string,
  document: UniqueDocument,
): Answer {
  const rows = Array.isArray(answer) ? answer : answer.data;
  const before = rows.find((one) => one.uniqueDocumentId === document.uniqueDocumentId);
  const query = typeof input === "string" ? {} : (input.query ?? {});
  const isAboutIt = FILTERS.every((name) => query[name] === undefined || query[name] === document[name]);
  if (!isAboutIt) return before ? withoutRow(answer, without(rows, before), before) : answer;

  const listed = listedOf(document, before);
  if (before && (query.sort !== undefined || before.updatedAt === listed.updatedAt)) {
    const replaced = rows.map((one) => (one === before ? listed : one));
    return withRows(answer, replaced, listedStatusOf(before), listedStatusOf(listed));
  }
  if (before) {
    const moved = [listed, ...without(rows, before)];
    return withRows(answer, moved, listedStatusOf(before), listedStatusOf(listed));
  }
  // From one page of a list it is unknown whether a new document belongs on it.
  return Array.isArray(answer) ? [listed, ...rows] : answer;
}

/** Lists omit fields of the single document, and its content unless requested. */
function listedOf(document: UniqueDocument, before: ListedDocument | undefined): ListedDocument {
  const {
    puckState,
    contentHash: _,
    isRecalled: __,
    isBroughtIn: ___,
    withdrawal: ____,
    predecessor: _____,
    ...listed
  } = document;
  return before && before.puckState === undefined ? listed : { ...listed, puckState };
}

function without(rows: readonly ListedDocument[], document: ListedDocument): ListedDocument[] {
  return rows.filter((one) => one !== document);
}

function withRows(answer: Answer, rows: ListedDocument[], was: ListedStatus, is: ListedStatus): Answer {
  if (Array.isArray(answer)) return rows;
  if (was === is) return { ...answer, data: rows };
  const counts = { ...withoutOne(was, answer.page.counts), [is]: (answer.page.counts[is] ?? 0) + 1 };
  return { data: rows, page: { ...answer.page, counts } };
}

function withoutRow(answer: Answer, rows: ListedDocument[], gone: ListedDocument): Answer {
  if (Array.isArray(answer)) return rows;
  const { total, totalCost, counts } = answer.page;
  const rest = totalCost && roundToCents(exact(totalCost).minus(exact(gone.totalCost)));
  const page = {
    ...answer.page,
    total: total - 1,
    totalCost: rest,
    counts: withoutOne(listedStatusOf(gone), counts),
  };
  return { data: rows, page };
}

type Counts = DocumentPage["page"]["counts"];

/** The counts with one document less of this status. */
function withoutOne(status: ListedStatus, { [status]: count = 0, ...others }: Counts): Counts {
  return count > 1 ? { ...others, [status]: count - 1 } : others;
}
