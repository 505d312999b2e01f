import { expect, test } from "vitest";
import type { DataTableColumn } from "./data-table-column.ts";
import { type Criteria, matchingRows } from "./matching-rows.ts";

type Order = { name: string; hours: number | null; signedBy: string | null; createdAt: string };

const COLUMNS: DataTableColumn<Order>[] = [
  { id: "name", header: "Name", text: (row) => row.name },
  { id: "hours", header: "Hours", text: (row) => row.hours },
  { id: "signedBy", header: "Signed By", text: (row) => row.signedBy },
  {
    id: "createdAt",
    header: "Created",
    text: (row) => `on ${row.createdAt}`,
    sortKey: (row) => row.createdAt,
  },
  { id: "actions", header: "Actions", text: () => "Remove", isControls: true },
];

// The first row has neither hours nor a signer, yet these columns are searched.
const ROWS: Order[] = [
  { name: "WO-10 Website", hours: null, signedBy: null, createdAt: "2026-03-01" },
  { name: "WO-9 Hosting", hours: 12.5, signedBy: "Maya", createdAt: "2026-01-31" },
  { name: "wo-2 Audit", hours: 4, signedBy: "Tom", createdAt: "2026-02-15" },
];

function namesFor(criteria: Partial<Criteria>): string[] {
  const all = { search: "", columnFilters: [], sort: null, ...criteria };
  return matchingRows(ROWS, COLUMNS, all).map((row) => row.name.split(" ")[1] ?? "");
}

test.each([
  ["website", ["Website"]],
  ["MAYA", ["Hosting"]],
  ["12.5", ["Hosting"]],
  ["wo-", ["Website", "Hosting", "Audit"]],
  ["null", []],
  ["remove", []],
])("TABLE-1 searching %j over all columns finds %j", (search, names) => {
  expect(namesFor({ search })).toEqual(names);
});

test("TABLE-1 every column filter must match, and the search as well", () => {
  const columnFilters = [
    { id: "signedBy", value: "m" },
    { id: "name", value: "wo" },
  ];
  expect(namesFor({ columnFilters })).toEqual(["Hosting", "Audit"]);
  expect(namesFor({ columnFilters, search: "audit" })).toEqual(["Audit"]);
});

test("TABLE-4 a filter on a column that there is not, or that holds controls, is ignored", () => {
  const columnFilters = [
    { id: "secret", value: "x" },
    { id: "actions", value: "x" },
  ];
  expect(namesFor({ columnFilters })).toEqual(["Website", "Hosting", "Audit"]);
});

test.each([
  ["name", false, ["Audit", "Hosting", "Website"]],
  ["name", true, ["Website", "Hosting", "Audit"]],
  ["hours", false, ["Audit", "Hosting", "Website"]],
  ["hours", true, ["Hosting", "Audit", "Website"]],
  ["createdAt", false, ["Hosting", "Audit", "Website"]],
])("sorting by %s (descending: %s) gives %j, missing values last", (id, desc, names) => {
  expect(namesFor({ sort: { id, desc } })).toEqual(names);
});

test("rows that are equal keep their order, and the given rows are left as they are", () => {
  const before = [...ROWS];
  const same: DataTableColumn<Order>[] = [{ id: "x", header: "X", text: () => "same" }];
  const criteria = { search: "", columnFilters: [], sort: { id: "x", desc: true } };
  expect(matchingRows(ROWS, same, criteria)).toEqual(before);
  expect(ROWS).toEqual(before);
});

test("TABLE-1 ten thousand rows are searched, filtered and sorted well within a second", () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    name: `WO-${index} ${index % 7 === 0 ? "Website" : "Hosting"}`,
    hours: index,
    signedBy: index % 3 === 0 ? null : "Maya",
    createdAt: `2026-01-${String((index % 28) + 1).padStart(2, "0")}`,
  }));
  const criteria = { search: "website", columnFilters: [{ id: "signedBy", value: "maya" }], sort: null };
  const started = process.threadCpuUsage();
  expect(matchingRows(rows, COLUMNS, criteria)).toHaveLength(952);
  expect(
    matchingRows(rows, COLUMNS, { ...criteria, search: "", sort: { id: "name", desc: false } }),
  ).toHaveLength(6666);
  // Its own processor time, so that a busy machine fails no test.
  expect(process.threadCpuUsage(started).user).toBeLessThan(1_000_000);
});
