import { expect, test } from "vitest";
import { readFilterEntries } from "#domain/lists/list-columns.ts";
import { overviewTiles } from "./tiles.ts";

const NONE = { total: 0, oldest: null, amountDue: null, overdue: 0 };
const NO_DOCUMENTS = { total: 0, totalCost: null, hidesPrices: false };

test("DASH-3 each tile counts what its heading says, leads to the rows that it counts, and says what the count means", () => {
  const tiles = overviewTiles({
    unpaid: { total: 1, oldest: "2026-11-21T09:00:00.000Z", amountDue: null, overdue: 0 },
    inProgress: { total: 2, oldest: "2026-02-01T09:00:00.000Z" },
    proposals: { total: 3, totalCost: "43476.18", hidesPrices: false },
    scopes: { total: 4, totalCost: null, hidesPrices: false },
  });
  const described = tiles.map(({ heading, count, path, note }) => {
    const [list, query] = path.split("?");
    const filters = new URLSearchParams(query).get("columnFilters") ?? "";
    return [heading, [count, list, readFilterEntries(filters), note]];
  });
  expect(Object.fromEntries(described)).toEqual({
    "Unpaid Invoices": [1, "/invoices", [{ id: "invoiceStatus", value: "UNPAID" }], "Since 21 Nov 2026"],
    "Work Orders in Progress": [
      2,
      "/work-orders",
      [{ id: "workOrderStatus", value: "IN_PROGRESS" }],
      "Since 1 Feb 2026",
    ],
    "Proposals to review": [
      3,
      "/documents/type/PROPOSAL",
      [{ id: "status", value: "PENDING" }],
      "Worth $43,476.18",
    ],
    "SOW documents to review": [
      4,
      "/documents/type/SCOPE_OF_WORK",
      [{ id: "status", value: "PENDING" }],
      null,
    ],
  });
});

test("CARE-4 FIELD-7 a tile sums up the totals of documents that hide no price, and says when there are others", () => {
  const tiles = overviewTiles({
    unpaid: NONE,
    inProgress: NONE,
    proposals: { total: 2, totalCost: "100.50", hidesPrices: true },
    scopes: { total: 1, totalCost: null, hidesPrices: true },
  });
  expect(tiles.map(({ note }) => note)).toEqual([
    "Worth $100.50, plus prices not shown",
    "Prices not shown",
    null,
    null,
  ]);
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

test.each([
  ["12340.00", 1, "$12,340.00 · 1 overdue"],
  ["12340.00", 0, "$12,340.00"],
  [null, 2, "Since 21 Nov 2026 · 2 overdue"],
])(
  "FIRST-8 the tile of unpaid invoices says what is due (%s) and how many are overdue (%s)",
  (amountDue, overdue, note) => {
    const oldest = "2026-11-21T09:00:00.000Z";
    const tiles = overviewTiles({
      unpaid: { total: 3, oldest, amountDue, overdue },
      inProgress: { total: 0, oldest: null },
      proposals: NO_DOCUMENTS,
      scopes: NO_DOCUMENTS,
    });
    expect(tiles[0]).toMatchObject({ heading: "Unpaid Invoices", count: 3, note });
  },
);
