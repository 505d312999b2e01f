import { expect, test } from "vitest";
import { overviewTiles } from "./tiles.ts";

const NONE = { total: 0, oldest: null };
const NO_DOCUMENTS = { total: 0, totalCost: null };

test("DASH-3 each tile counts what its heading says, leads to its list, and says what the count means", () => {
  const tiles = overviewTiles({
    unpaid: { total: 1, oldest: "2026-11-21T09:00:00.000Z" },
    inProgress: { total: 2, oldest: "2026-02-01T09:00:00.000Z" },
    proposals: { total: 3, totalCost: "43476.18" },
    scopes: { total: 4, totalCost: null },
  });
  const told = tiles.map(({ heading, count, path, note }) => [heading, [count, path, note]]);
  expect(Object.fromEntries(told)).toEqual({
    "Unpaid Invoices": [1, "/invoices", "Oldest from 21 Nov 2026"],
    "Work Orders in Progress": [2, "/work-orders", "Oldest from 1 Feb 2026"],
    "Proposals to review": [3, "/documents/type/PROPOSAL", "Worth $43,476.18"],
    "SOW documents to review": [4, "/documents/type/SCOPE_OF_WORK", null],
  });
});

test("DASH-3 the highest count comes first, equal ones keep their order", () => {
  const tiles = overviewTiles({
    unpaid: NONE,
    inProgress: { total: 1, oldest: null },
    proposals: { ...NO_DOCUMENTS, total: 2 },
    scopes: { ...NO_DOCUMENTS, total: 1 },
  });
  expect(tiles.map((tile) => tile.heading)).toEqual([
    "Proposals to review",
    "Work Orders in Progress",
    "SOW documents to review",
    "Unpaid Invoices",
  ]);
});
