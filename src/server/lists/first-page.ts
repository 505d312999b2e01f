import type { SQL } from "drizzle-orm";
import type { Reader } from "../db/database.ts";
import { askWritten, placeholdersOf, type Written, writeStatement } from "../db/written-statement.ts";
import type { Counts } from "./counts.ts";
import { type FoundRecord, pageStatement, ROWS_OF_SCREEN, type Sought } from "./find-page.ts";
import type { List } from "./list.ts";

/** Which rows of a list somebody may ask for, told of values or of their placeholders. */
export type Rows<Values> = (values: Values) => { where: SQL | undefined; counts?: Counts | undefined };

/** Rows that only depend on some values, which are not written into the statement. */
export type Asked = { values: Record<string, unknown>; rows: Rows<never> };

/** Of the size of a screen's page: other limits would make ever new statements. */
const written = new Map<string, Written>();

/**
 * Asks for the first page of a list without search. What people read most is the same statement each time, so that it is
 * written once. `sort` is the order that the terms stand for.
 */
export async function askFirstPage<ColumnId extends string>(
  reader: Reader,
  list: List<ColumnId>,
  { values, rows }: Asked,
  sought: Sought,
  sort: string | undefined,
): Promise<FoundRecord | undefined> {
  const given = placeholdersOf(values);
  const name = [list.path, sort, sought.limit, ...Object.keys(given)].join(" ");
  const statement =
    written.get(name) ?? writeStatement(pageStatement(list, { ...sought, ...rows(given as never) }));
  if (sought.limit === ROWS_OF_SCREEN) written.set(name, statement);
  const [told] = await askWritten<FoundRecord>(reader, statement, values);
  return told;
}
