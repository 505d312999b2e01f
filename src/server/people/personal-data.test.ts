import { is } from "drizzle-orm";
import { getTableConfig, PgColumn } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { ALL_TABLES } from "#tests/support/all-tables.ts";
import { columnName, NOT_EXPORTED, namingColumns, PERSONAL_DATA } from "./personal-data.ts";

/** Names of columns that hold a person's id or email without a foreign key. */
const LIKE_A_PERSON =
  /email|recipient|caller|identifier|user_profile|^user_?id$|^(?:subject|about|owner)_id$|_by$|recipients$|ip_?address|signer/i;

/** Every column that names a person by its foreign key or its own name. */
const NAMING = ALL_TABLES.flatMap((table) => {
  const { columns, foreignKeys, name } = getTableConfig(table);
  const referring = foreignKeys
    .map((key) => key.reference())
    .filter(({ foreignTable }) => ["user_profiles", "user"].includes(getTableConfig(foreignTable).name))
    .flatMap((reference) => reference.columns.map((column) => column.name));
  return columns
    .filter((column) => !column.generated)
    .filter((column) => referring.includes(column.name) || LIKE_A_PERSON.test(column.name))
    .map((column) => ({ name: `${name}.${column.name}`, isReference: referring.includes(column.name) }));
});

const NAMED_BY = new Set(
  [
    ...PERSONAL_DATA.flatMap((rows) => namingColumns(rows).map(([, column]) => column)),
    ...NOT_EXPORTED.keys(),
  ].map(columnName),
);
const EXPORTED = new Set(PERSONAL_DATA.flatMap(({ columns }) => columns).map(columnName));

test("RUN-3 every column that names a person is in the export of their data, or left out with a reason", () => {
  expect(NAMING.length).toBeGreaterThan(30);
  // The value beside the person's own id is exported with it, but a reference must find its rows.
  const isCovered = ({ name, isReference }: (typeof NAMING)[number]) =>
    NAMED_BY.has(name) || (!isReference && EXPORTED.has(name));
  expect(NAMING.filter((one) => !isCovered(one)).map(({ name }) => name)).toEqual([]);
});

test("RUN-3 no hash, token, password or secret is in the export", () => {
  const exported = PERSONAL_DATA.flatMap(({ columns }) => columns);
  expect(exported.every((column) => is(column, PgColumn))).toBe(true);
  const secret =
    /token|password|secret|sealed|backup|code_hash|browser_hash|signer_hash|public_?key|credential/i;
  expect(exported.map(columnName).filter((name) => secret.test(name) && !name.endsWith("ExpiresAt"))).toEqual(
    [],
  );
});
