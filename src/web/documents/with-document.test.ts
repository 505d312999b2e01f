import { expect, test } from "vitest";
import type { ListedDocument, UniqueDocument } from "#domain/documents/unique-document.ts";
import { withDocument } from "./with-document.ts";

const PAGE = { content: [], root: { props: {} }, zones: {} };

function listed(id: string, more: Partial<ListedDocument> = {}): ListedDocument {
  return {
    uniqueDocumentId: id,
    organizationId: "o",
    externalId: id,
    name: id,
    slug: id,
    templateId: null,
    documentType: "PROPOSAL",
    status: "PENDING",
    closedBecause: null,
    validUntil: null,
    invoice: null,
    totalCost: 100.1,
    hidesPrices: false,
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    approvedBy: null,
    documentSnapshots: [],
    ...more,
  };
}

const UNSENT = { isRecalled: false, isBroughtIn: false, withdrawal: null, predecessor: null };

function saved(id: string, more: Partial<ListedDocument> = {}): UniqueDocument {
  return { ...listed(id, more), puckState: PAGE, contentHash: "0".repeat(64), ...UNSENT } as UniqueDocument;
}

const page = (total: number, totalCost: string | null, counts = {}) => ({
  total,
  counts,
  totalCost,
  hidesPrices: false,
  nextCursor: null,
  previousCursor: null,
});
const [A, B] = [listed("a"), listed("b")];

test("API-4 a saved document is replaced in the cached list, which holds no pages of documents", () => {
  const approved = saved("b", { status: "APPROVED" });
  expect(withDocument([A, B], {}, approved)).toEqual([A, listed("b", { status: "APPROVED" })]);
  expect(withDocument([A, { ...B, puckState: PAGE }], {}, approved)).toEqual([
    A,
    listed("b", { status: "APPROVED", puckState: PAGE }),
  ]);
});

test("API-4 DOCS-2 one that is new, or has changed since, comes first: the last touched", () => {
  const touched = { updatedAt: "2026-11-21T09:00:00.000Z" };
  expect(withDocument([A, B], {}, saved("b", touched))).toEqual([listed("b", touched), A]);
  expect(withDocument([A], {}, saved("c"))).toEqual([{ ...listed("c"), puckState: PAGE }, A]);
  const sorted = { query: { limit: 10, sort: "name" } };
  const answer = { data: [A, B], page: page(2, null) };
  expect(withDocument(answer, sorted, saved("b", touched))).toEqual({
    ...answer,
    data: [A, listed("b", touched)],
  });
});

test("API-4 DASH-3 a list of what waits loses what was decided, and counts one less", () => {
  const waiting = { query: { status: "PENDING", limit: 1 } };
  const approved = saved("a", { status: "APPROVED" });
  const before = { data: [A], page: page(3, "300.30", { PENDING: 3 }) };
  expect(withDocument(before, waiting, approved)).toEqual({
    data: [],
    page: page(2, "200.20", { PENDING: 2 }),
  });
  const others = { data: [B], page: page(1, "100.10") };
  expect(withDocument(others, waiting, approved)).toBe(others);
});

test("API-4 a list of every status counts a decided document under its new status", () => {
  const approved = saved("a", { status: "APPROVED" });
  const before = { data: [A, B], page: page(2, null, { PENDING: 1, APPROVED: 1 }) };
  expect(withDocument(before, {}, approved)).toMatchObject({ page: { total: 2, counts: { APPROVED: 2 } } });
});

test("API-4 a list about other documents, or a part that it is not in, stays as it is", () => {
  const scopes = { data: [A], page: page(1, null) };
  expect(withDocument(scopes, { query: { documentType: "SCOPE_OF_WORK", limit: 200 } }, saved("c"))).toBe(
    scopes,
  );
  const first = { data: [A], page: page(5000, null) };
  expect(withDocument(first, { query: { limit: 1 } }, saved("c"))).toBe(first);
});
