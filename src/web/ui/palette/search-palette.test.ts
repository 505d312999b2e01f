import { expect, test } from "vitest";
import { orderCommands } from "./search-palette.tsx";

const COMMANDS = [
  { label: "New proposal", others: "document for" },
  { label: "Go to General documents" },
  { label: "Go to Documents" },
  { label: "Sign out", others: "logout" },
];

test.each([
  ["documents", ["Go to Documents", "Go to General documents"]],
  ["Document", ["Go to Documents", "Go to General documents", "New proposal"]],
  ["go doc", ["Go to Documents", "Go to General documents"]],
  ["general", ["Go to General documents"]],
  ["logout", ["Sign out"]],
  ["  ", COMMANDS.map(({ label }) => label)],
])("COMPANY-10 for %j the commands come nearest first", (typed, expected) => {
  expect(orderCommands(COMMANDS, typed).map(({ label }) => label)).toEqual(expected);
});
