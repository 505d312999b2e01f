import { z } from "zod";
import {
  type ColumnFilter,
  countingFilters,
  FILTER_TEXT_LIMIT,
  ROWS_IN_MEMORY,
  readFilterEntries,
  toColumnFilter,
} from "#domain/lists/list-columns.ts";

const WholeNumber = z.coerce.number<number>().int();

/** The page of a list, beside its rows. */
export const ListPage = z.strictObject({
  /** The number of rows on all pages. */
  total: z.int().min(0),
  isMore: z
    .literal(true)
    .optional()
    .describe(
      "There are more rows than `total`, too many to count: more than 10,000 of the activity, or more than 2,000 that a search or filter by text finds elsewhere. `counts` is then empty.",
    ),
  /** The cursors of the next and previous page; null if there is none. */
  nextCursor: z.string().nullable(),
  previousCursor: z.string().nullable(),
});
export type ListPage = z.infer<typeof ListPage>;

/** The page of a list whose rows have a status. */
export function countedPage<Status extends string>(status: z.ZodType<Status, Status>) {
  return ListPage.extend({
    counts: z
      .partialRecord(status, z.int().min(1))
      .describe(
        "How many rows have each status, whichever status `filter` asks for; none of which there are no rows. Empty if a search or filter by text finds more than 2,000 rows of all statuses.",
      ),
  });
}
export type CountedPage = ListPage & { counts: Partial<Record<string, number>> };

/** The query of every list. Without parameters the answer has all rows. */
export function listQuery<ColumnId extends string>(columnIds: readonly ColumnId[]) {
  return z
    .strictObject({
      limit: WholeNumber.min(1)
        .max(ROWS_IN_MEMORY)
        .optional()
        .describe("How many rows to answer; `page` then tells how many there are and how to go on."),
      cursor: z
        .string()
        .max(4000)
        .optional()
        .describe("`nextCursor` or `previousCursor` of an answer to the same question."),
      offset: WholeNumber.min(0)
        .max(10_000_000)
        .optional()
        .describe("How many rows to pass over, for a page that was not reached by a cursor."),
      q: SearchText.optional().describe("What some column must contain, whatever the case and accents."),
      filter: filterOf(columnIds)
        .optional()
        .describe(
          `What certain columns must contain: a JSON array of {id, value} in base64. Columns: ${columnIds.join(", ")}.`,
        ),
      sort: z
        .enum(columnIds.flatMap((id) => [id, `-${id}` as const]))
        .optional()
        .describe("The column to sort by; with - in front, the highest first."),
      timeZone: TimeZone.optional().describe(
        "Where days begin, when they are searched as text (21 Nov 2026); the portal's own unless given.",
      ),
    })
    .refine(({ limit, cursor, offset }) => limit !== undefined || (cursor ?? offset) === undefined, {
      message: "A cursor or an offset needs a limit",
    })
    .refine(({ cursor, offset }) => cursor === undefined || offset === undefined, {
      message: "Give a cursor or an offset, not both",
    });
}

const TOO_LONG = `Expected at most ${FILTER_TEXT_LIMIT} characters to look for`;
const SearchText = z.string().max(FILTER_TEXT_LIMIT, TOO_LONG);

/** A name of the time zone database: "Australia/Sydney". */
const TimeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/, "Expected a time zone such as Australia/Sydney");

/** The columnFilters of a table's address. Unlike in an address, unreadable filters are refused. */
function filterOf<ColumnId extends string>(columnIds: readonly ColumnId[]) {
  return z
    .string()
    .max(20_000)
    .transform((parameter, context) => {
      const entries = readFilterEntries(parameter);
      if (entries === null) return refuse(context, "Expected a JSON array of {id, value} in base64");
      const filters = entries.map(toColumnFilter);
      const fault = filters.map((filter) => findFault(filter, columnIds)).find((found) => found !== null);
      return fault ? refuse(context, fault) : countingFilters(filters as (ColumnFilter & { id: ColumnId })[]);
    });
}

function findFault(filter: ColumnFilter | null, columnIds: readonly string[]): string | null {
  if (filter === null) return "Expected each entry as {id, value}";
  if (filter.value.length > FILTER_TEXT_LIMIT) return TOO_LONG;
  if (columnIds.includes(filter.id)) return null;
  return `There is no such column; there are ${columnIds.join(", ")}`;
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

/** A list query after parsing. */
export type ListQuery<ColumnId extends string = string> = {
  limit?: number | undefined;
  cursor?: string | undefined;
  offset?: number | undefined;
  q?: string | undefined;
  filter?: (ColumnFilter & { id: ColumnId })[] | undefined;
  sort?: ColumnId | `-${ColumnId}` | undefined;
  timeZone?: string | undefined;
};
