import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Id } from "#domain/id.ts";
import { comparable, patternOf } from "../db/comparable-sql.ts";
import type { Reader } from "../db/database.ts";

// Finds the rows of one organization that contain a text. PostgreSQL uses no index of letters below a policy, because
// the operator could tell of hidden rows. So a function with the owner's rights takes the organization from the scope,
// and the ids that it finds are read and compared again by an ordinary statement in the caller's scope.

type Lettered = {
  table: string;
  id: string;
  /** The condition on rows that clients see. */
  where: string;
  /** The texts of a row, by the ids of the list's columns. Their index: search-indexes.ts. */
  texts: Record<string, string>;
  /** Columns that show a text of another record: the ids of the rows that name one which has it. */
  named?: Record<string, string>;
};

const OWN = "organization_id = organization";
const SHOWN = `${OWN} and shown_at is not null`;

const LETTERED = {
  documents: {
    table: "unique_documents",
    id: "unique_document_id",
    where: SHOWN,
    texts: { externalId: "external_id_comparable", name: "shown_name_comparable" },
    named: {
      approvedBy: `select unique_document_id from document_decisions where ${OWN} and user_name_comparable like wanted`,
    },
  },
  "work orders": {
    table: "work_orders",
    id: "work_order_id",
    where: SHOWN,
    texts: { externalId: "external_id_comparable", name: "shown_name_comparable" },
    named: {
      uniqueDocument: `select work_order_id from work_orders where ${SHOWN} and unique_document_id in (
        select unique_document_id from unique_documents where ${SHOWN} and shown_name_comparable like wanted)`,
      invoice: `select work_order_id from work_orders where ${SHOWN} and invoice_id in (
        select invoice_id from invoices where ${OWN} and issued_at is not null and name_comparable like wanted)`,
    },
  },
  invoices: {
    table: "invoices",
    id: "invoice_id",
    where: `${OWN} and issued_at is not null`,
    texts: {
      externalId: "external_id_comparable",
      name: "name_comparable",
      xeroLink: `(${new PgDialect().sqlToQuery(comparable(sql.identifier("xero_link"))).sql})`,
    },
  },
} satisfies Record<string, Lettered>;

export type LetteredList = keyof typeof LETTERED;

/** The indexed texts of tables whose rows are of one organization, also those that only the company reads. */
export const LETTERS_OF_ORGANIZATIONS: Record<string, readonly string[]> = {
  unique_documents: ["name_comparable", ...Object.values(LETTERED.documents.texts)],
  work_orders: ["name_comparable", ...Object.values(LETTERED["work orders"].texts)],
  invoices: Object.values(LETTERED.invoices.texts),
  document_decisions: ["user_name_comparable"],
};

export const indexOfLetters = (table: string) => `${table}_letters_of_organizations`;

export const FIND_LETTERS = "counterpart_find_letters";

/**
 * The ids of the own organization's rows that have a text in one of some columns, at least one more than `most` if
 * there are more than that. Null if no index has the letters: then every row must be read in any case.
 */
export const FIND_LETTERS_FUNCTION = `
create or replace function ${FIND_LETTERS}(list text, columns text[], wanted text, most int) returns text[]
language plpgsql stable security definer set search_path = public, pg_temp
set jit = off set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  organization text := nullif(current_setting('app.organization_id', true), '');
begin
  ${Object.entries(LETTERED).map(findIn).join("\n  ")}
  return null;
end $$`;

function findIn([list, { table, id, where, texts, named = {} }]: [string, Lettered]): string {
  const asked = (column: string) => `'${column}' = any(columns)`;
  const said = Object.entries(texts).map(([column, text]) => `(${asked(column)} and ${text} like wanted)`);
  const arms = [
    `select ${id} as id from ${table} where ${where} and (${said.join(" or ")})`,
    ...Object.entries(named).map(
      ([column, rows]) => `select * from (${rows}) as named where ${asked(column)}`,
    ),
  ];
  return `if list = '${list}' and to_regclass('public.${indexOfLetters(table)}') is not null then
    return array(${arms.map((arm) => `(${arm} limit most + 1)`).join(" union ")});
  end if;`;
}

/** A comparable text that is sought in columns of a list. */
export type Letters = { list: LetteredList; columns: readonly string[]; wanted: string };

/** The ids of the rows that may match; null if they are too many, or if no index tells. */
export async function findByLetters(reader: Reader, letters: Letters, most: number): Promise<Id[] | null> {
  const { list, columns, wanted } = letters;
  const { rows } = await reader.execute<{ ids: Id[] | null }>(
    sql`select ${sql.raw(FIND_LETTERS)}(${list}, ${sql.param(columns)}::text[], ${patternOf(wanted)}, ${most}::int) as ids`,
  );
  const ids = rows[0]?.ids ?? null;
  return ids && ids.length <= most ? ids : null;
}
