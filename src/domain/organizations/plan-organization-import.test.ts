import { expect, test } from "vitest";
import { readTable } from "../csv/read-table.ts";
import { CONTACT_PROGRAMS, ORGANIZATION_COLUMNS } from "./organization-columns.ts";
import { planOrganizationImport, savedOrganizationCells } from "./plan-organization-import.ts";

const NOTHING = {
  legalName: null,
  abn: null,
  billingAddress: null,
  phone: null,
  billingContact: null,
  billingEmail: null,
};
const HARBOUR = { ...NOTHING, phone: "1300 1", billingEmail: "old@harbour.example" };
const KNOWN = {
  organizations: [
    { organizationId: "harbour", organizationName: "Harbour & Co", details: HARBOUR },
    { organizationId: "wren", organizationName: "Wren", details: NOTHING },
    { organizationId: "twin", organizationName: "Twin", details: NOTHING },
    { organizationId: "twin-2", organizationName: "twin", details: NOTHING },
  ],
  people: [
    { email: "member@harbour.example", organizationId: "harbour", is: "member" as const },
    { email: "invited@harbour.example", organizationId: "harbour", is: "invited" as const },
    { email: "ours@studio.example", organizationId: null, is: "company" as const },
  ],
};

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

function planPeople(rows: readonly string[], invites: boolean) {
  const table = readTable(rows.join("\n"), ORGANIZATION_COLUMNS, { programs: CONTACT_PROGRAMS });
  if ("problem" in table) throw new Error(table.problem);
  return table.rows.map(planOrganizationImport(KNOWN, { invites }));
}

const HEAD = "Name,First name,Last name,Email,Phone,ABN,Address,City,State,Postcode,Billing email";

test("FIRST-4 the rows of one organization are its people, and its details come from the first that gives them", () => {
  const rows = [
    HEAD,
    "New Pool,Ada,Moss,ADA@pool.example ::: ada@home.example,‪0491 570 006‬,51 824 753 556,Suite 4,Perth,WA,6000,",
    "new pool,Ben,,ben@pool.example,0400 000 000,,,,,,bills@pool.example",
    "New Pool,Ada,Moss,ada@pool.example,,,,,,,",
  ];
  const planned = planPeople(rows, false);
  expect(planned.map(({ fate, note }) => [fate, note])).toEqual([
    ["new", null],
    ["same", "one more person of line 2, not saved without an invitation"],
    ["same", "one more person of line 2, line 2 has this person already"],
  ]);
  const [first] = planned;
  expect(first?.data && savedOrganizationCells(first.data)).toEqual({
    Name: "New Pool",
    ABN: "51824753556",
    Address: "Suite 4, Perth WA 6000",
    Phone: "0491 570 006",
    "Billing contact": "Ada Moss",
    "Billing email": "ADA@pool.example",
    Email: "ADA@pool.example",
    City: "",
    State: "",
    Postcode: "",
    Country: "",
  });
  expect(planPeople(rows, true).map(({ fate, note, data }) => [fate, note, data?.isInvited])).toEqual([
    ["new", "invites ADA@pool.example", true],
    ["changed", "invites ben@pool.example, one more person of line 2", true],
    ["same", "one more person of line 2, line 2 has this person already", false],
  ]);
});

test("FIRST-4 an organization that is there gets what is new, and members, invited people and colleagues no invitation", () => {
  const rows = [
    HEAD,
    "Harbour & Co,Mia,Wong,member@harbour.example,1300 1,,,,,,",
    "Harbour & Co,Ivo,Lind,Invited@harbour.example,,,,,,,",
    "Harbour & Co,Own,Colleague,ours@studio.example,,,,,,,",
    "Wren,,,accounts@wren.example,1300 2,,,,,,",
  ];
  expect(planPeople(rows, true).map(({ fate, note, data }) => [fate, note, data?.details])).toEqual([
    [
      "changed",
      "billing contact, member@harbour.example is a member already",
      { billingContact: "Mia Wong" },
    ],
    ["same", "one more person of line 2, Invited@harbour.example is invited already", {}],
    ["same", "one more person of line 2, ours@studio.example works for the company", {}],
    [
      "changed",
      "phone, billing email, invites accounts@wren.example",
      { phone: "1300 2", billingEmail: "accounts@wren.example" },
    ],
  ]);
});

test("FIRST-4 each wrong cell of a contact is named with its column, and a person without a company is one", () => {
  const rows = [
    HEAD,
    "A,Ada,Moss,not an email,,,,,,,",
    "B,Ada,Moss,,,51 824 753 557,,,,,",
    "C,Ada,Moss,,,,,,,,bills",
    ",Ada,Moss,ada@alone.example,,,,,,,",
    ",,,nameless@alone.example,,,,,,,",
  ];
  expect(planPeople(rows, false).map(({ fate, column, name }) => [fate, column, name])).toEqual([
    ["wrong", "Email", "A"],
    ["wrong", "ABN", "B"],
    ["wrong", "Billing email", "C"],
    ["new", null, "Ada Moss"],
    ["wrong", "Name", ""],
  ]);
});
