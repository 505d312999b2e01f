import { expect, test } from "vitest";
import { readTable } from "../csv/read-table.ts";
import { ORGANIZATION_COLUMNS, planOrganizationImport } from "./plan-organization-import.ts";

const KNOWN = [
  { organizationId: "harbour", organizationName: "Harbour & Co" },
  { organizationId: "wren", organizationName: "Wren" },
  { organizationId: "twin", organizationName: "Twin" },
  { organizationId: "twin-2", organizationName: "twin" },
];

function plan(...rows: string[]) {
  const table = readTable(rows.join("\n"), ORGANIZATION_COLUMNS);
  if ("problem" in table) return table;
  return table.rows
    .map(planOrganizationImport(KNOWN))
    .map(({ line, fate, column, note }) => [line, fate, column, note]);
}

test("COMPANY-13 a row of organizations adds, renames, finds or is refused with its column", () => {
  expect(
    plan(
      "Name,Organization ID",
      "New,",
      "HARBOUR & CO,",
      "Wren House,wren",
      "Nothing,no-such-id",
      ",harbour",
      "néw,",
      "Harbour & Co,harbour",
      "Twin,",
      "More,,cells",
    ),
  ).toEqual([
    [2, "new", null, null],
    [3, "same", null, null],
    [4, "changed", null, "name from “Wren”"],
    [5, "wrong", "Organization ID", "There is no organization with this ID"],
    [6, "wrong", "Name", "Please enter a name"],
    [7, "wrong", null, "Line 2 has this organization already"],
    [8, "wrong", null, "Line 3 has this organization already"],
    [9, "wrong", "Organization ID", "2 organizations have this name: give the Organization ID"],
    [10, "wrong", null, "This row has more cells than the row with the column names"],
  ]);
  expect(plan("Name", "Harbour  & Co")).toEqual([[2, "same", null, "exists already as “Harbour & Co”"]]);
  expect(plan("Name,Organization ID", "harbour & co,wren")).toEqual([
    [2, "wrong", "Name", "Another organization has this name already"],
  ]);
});
