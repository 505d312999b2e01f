import { expect, test } from "vitest";
import { readNewCommand } from "./commands-for.tsx";

test.each([
  ["New proposal for Harbour", { documentType: "PROPOSAL", organization: "Harbour" }],
  [
    "  new  SCOPE of  work for harbour & co ",
    { documentType: "SCOPE_OF_WORK", organization: "harbour & co" },
  ],
  ["new agreement for", { documentType: "LEGAL_DOCUMENT", organization: "" }],
  ["New proposal", null],
  ["New invoice for Harbour", null],
  ["Renew proposal for Harbour", null],
])("COMPANY-10 %j is read as a command", (typed, expected) => {
  expect(readNewCommand(typed)).toEqual(expected);
});
