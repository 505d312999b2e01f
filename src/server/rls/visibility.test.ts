import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { conditionText } from "../db/columns.ts";
import {
  documentVisibleToClients,
  isUnopened,
  pageVisibleToClients,
  shownType,
  uniqueDocuments,
} from "../schema/documents.ts";

const SERVER = join(import.meta.dirname, "..");

const COLUMN = "shown_?at|issued_?at|archived_?at|deleted_?at|removed_?at|retired_?at";
/** Conditions that src/server/schema names: in SQL, with or without the column of a table, and of the query builder. */
const LITERAL = new RegExp(
  [
    `\\b(${COLUMN})["}]*\\s+is\\s+(not\\s+)?null`,
    `\\bis(Not)?Null\\((\\w+\\.)*(${COLUMN})\\)`,
    "greatest\\(\\S*created_?at",
    "status[\"}]*\\s*<>\\s*'DRAFT'",
  ].join("|"),
  "i",
);

test.each([
  'where: "shown_at is not null"',
  "{invoices.issuedAt} is not null",
  "isNotNull(uniqueDocuments.shownAt)",
  "or(isNull(shownAt), isOwn)",
  "rows: \"status <> 'DRAFT' and hides_prices\"",
])("HOUSE-4 a literal condition is recognised: %s", (line) => {
  expect(line).toMatch(LITERAL);
});

test("HOUSE-4 what clients see of a record is written once, in the file of its table", async () => {
  const found: string[] = [];
  for await (const file of glob("**/*.ts", { cwd: SERVER })) {
    if (file.startsWith("schema/") || file.endsWith(".test.ts")) continue;
    const lines = readFileSync(join(SERVER, file), "utf8").split("\n");
    found.push(...lines.filter((line) => LITERAL.test(line)).map((line) => `${file}: ${line.trim()}`));
  }
  expect(found).toEqual([]);
});

test("HOUSE-4 a condition becomes text without the name of its table, for policies, triggers and functions", () => {
  expect(conditionText(uniqueDocuments, documentVisibleToClients)).toBe('"shown_at" is not null');
  expect(conditionText(uniqueDocuments, pageVisibleToClients)).toBe(
    `"shown_at" is not null and "status" <> 'DRAFT'`,
  );
  expect(conditionText(uniqueDocuments, isUnopened)).toBe(
    `"status" = 'PENDING' and "archived_at" is null and "opened_at" is null`,
  );
  expect(conditionText(uniqueDocuments, shownType)).toBe('coalesce("sent_type", "document_type")');
});
