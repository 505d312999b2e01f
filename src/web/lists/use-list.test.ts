import { expect, test } from "vitest";
import { listDocuments } from "#contract/documents.ts";
import { listQuestion } from "./use-list.ts";

const NOTHING = { search: "", columnFilters: [], sort: null };

test("TABLE-1 a table that shows everything in its usual order asks for nothing in particular", () => {
  expect(listQuestion(NOTHING)).toEqual({});
});

test("TABLE-1 TABLE-4 what an address asks for reads the same to the server", () => {
  const columnFilters = [{ id: "status", value: "pend" }];
  const sort = { id: "createdAt", desc: true };
  const question = listQuestion({ search: "Nov 2026", columnFilters, sort });
  expect(listDocuments.query.parse({ ...question, limit: "10" })).toEqual({
    q: "Nov 2026",
    filter: columnFilters,
    sort: "-createdAt",
    limit: 10,
  });
});
