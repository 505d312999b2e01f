import { type SQL, sql } from "drizzle-orm";
import { customType } from "drizzle-orm/pg-core";
import { JOINING, MAX_WORD_LENGTH, POINTS, SEPARATORS, UNSPACED } from "#domain/search/typed-words.ts";
import { fold, literal } from "./comparable-sql.ts";

// The SQL form of wordsOf in src/domain/search/typed-words.ts. Keep both equal.

type Ranges = typeof POINTS;

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

const code = (point: number) => `\\U${point.toString(16).padStart(8, "0")}`;
const oneOf = (ranges: Ranges) => `[${ranges.map(([from, to]) => `${code(from)}-${code(to)}`).join("")}]`;
const textLiteral = (text: string) => sql.raw(`'${text}'`);

/** The prefix of the indexed word of a row's organization, which no one can type. */
export const ORGANIZATION_WORD = "@";

/** A text with apostrophes is followed by itself without them. */
function withJoined(text: SQL): SQL {
  const apostrophes = literal(JOINING);
  const apart = sql`translate(${text}, ${apostrophes}, ${literal(" ".repeat(JOINING.length))})`;
  const joined = sql`translate(${text}, ${apostrophes}, '')`;
  return sql`case when ${text} ~ ${literal(`[${JOINING}]`)} then ${apart} || ' ' || ${joined} else ${text} end`;
}

/** The words of a text, as an array. */
export function words(of: SQL): SQL {
  const pointless = sql`regexp_replace(${withJoined(fold(of))}, ${textLiteral(oneOf(POINTS))}, '', 'g')`;
  const spaced = sql`regexp_replace(${pointless}, ${textLiteral(`(${oneOf(UNSPACED)})`)}, ${textLiteral(" \\1 ")}, 'g')`;
  const apart = sql`regexp_replace(${spaced}, ${textLiteral(`${oneOf(SEPARATORS)}+`)}, ' ', 'g')`;
  const cut = sql`regexp_replace(${apart}, ${textLiteral(`([^ ]{${MAX_WORD_LENGTH}})[^ ]+`)}, ${textLiteral("\\1")}, 'g')`;
  return sql`array_remove(string_to_array(${cut}, ' '), '')`;
}

type Words = {
  name?: string;
  /** The column of the row's organization, whose word is added, so that the index finds the rows of one. */
  organization?: string;
  /** The rows that have words; all by default. */
  where?: SQL;
};

/** A generated column with the words of other columns of the row, or of expressions, for searching. */
export function wordsColumn(
  columns: readonly (string | SQL)[],
  { name = "words", organization, where }: Words = {},
) {
  const text = sql.join(
    columns.map((column) => (typeof column === "string" ? sql.identifier(column) : column)),
    sql` || ' ' || `,
  );
  const own = words(sql`(${text})`);
  const all = organization
    ? sql`array_append(${own}, ${textLiteral(ORGANIZATION_WORD)} || ${sql.identifier(organization)})`
    : own;
  const vector = sql`array_to_tsvector(${all})`;
  return tsvector(name).generatedAlwaysAs(where ? sql`case when ${where} then ${vector} end` : vector);
}
