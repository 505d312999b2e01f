import { expect, test } from "vitest";
import { readTable } from "../csv/read-table.ts";
import { PEOPLE_COLUMNS, planPeopleImport } from "./plan-people-import.ts";

const KNOWN = {
  organizations: [
    { organizationId: "harbour", organizationName: "Harbour & Co" },
    { organizationId: "wren", organizationName: "Wren" },
    { organizationId: "wren-2", organizationName: "wren" },
  ],
  people: [{ userProfileId: "ada", email: "ada@x.test", adminRole: null }],
  permissions: [
    {
      organizationPermissionId: "one",
      organizationId: "harbour",
      userId: "ada",
      permissionType: "read",
    } as const,
  ],
};

test("FIELD-10 a row names an organization in another spelling, and is told which one it joins", () => {
  const rows = [
    "Email,First name,Last name,Organization,Right",
    "ana@x.test,Ana,Silva,Harbour  &\u200b Co,read",
  ];
  const table = readTable(rows.join("\n"), PEOPLE_COLUMNS);
  if ("problem" in table) throw new Error(table.problem);
  expect(table.rows.map(planPeopleImport(KNOWN))).toMatchObject([
    { fate: "new", note: "joins Harbour & Co" },
  ]);
});

test("FIELD-10 an email whose domain has letters like those of another one is shown in punycode", () => {
  const look = "ana@ex\u0430mple.com";
  const table = readTable(
    `Email,First name,Last name,Organization,Right\n${look},Ana,Silva,harbour,read`,
    PEOPLE_COLUMNS,
  );
  if ("problem" in table) throw new Error(table.problem);
  expect(table.rows.map(planPeopleImport(KNOWN))).toMatchObject([{ name: "ana@xn--exmple-4nf.com" }]);
});

test("COMPANY-13 a row of people adds, lets in, changes a right, or is refused with its column", () => {
  const rows = [
    "Email,First name,Last name,Organization,Right",
    "ana@x.test,Ana,Silva,harbour & co,Can read and accept",
    "ana@x.test,Ana,Silva,wren-2,read",
    "ANA@x.test,Anna,Silva,harbour,read",
    "ADA@x.test,,,wren-2,Can read",
    "ada@x.test,Other,Name,Harbour & Co,write",
    "no one,A,B,harbour,read",
    "bo@x.test,,B,harbour,read",
    "bo@x.test,Bo,B,WREN,read",
    "bo@x.test,Bo,B,tern,read",
    "bo@x.test,Bo,B,,read",
    "bo@x.test,Bo,B,harbour,owner",
    "ana@x.test,Anna,Silva,wren,read",
    "bo@x.test,Bo,B,harbour,read,more",
  ];
  const table = readTable(rows.join("\n"), PEOPLE_COLUMNS);
  if ("problem" in table) throw new Error(table.problem);
  const planned = table.rows.map(planPeopleImport(KNOWN));
  expect(planned.map(({ line, fate, column, note }) => [line, fate, column, note])).toEqual([
    [2, "new", null, null],
    [3, "new", null, "joins wren"],
    [4, "wrong", null, "Line 2 has this person in this organization already"],
    [5, "new", null, "joins wren"],
    [6, "changed", null, "in Harbour & Co: can read and accept"],
    [7, "wrong", "Email", "Please enter a valid email"],
    [8, "wrong", "First name", "Please enter a first name"],
    [9, "wrong", "Organization", "2 organizations have this name: give the ID"],
    [10, "wrong", "Organization", "There is no organization with this name or ID"],
    [11, "wrong", "Organization", "Please name the organization"],
    [12, "wrong", "Right", "A right is “Can read” or “Can read and accept”"],
    [13, "wrong", "First name", "Line 2 has another name for this email"],
    [14, "wrong", null, "This row has more cells than the row with the column names"],
  ]);
});
