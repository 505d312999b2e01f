import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Reader } from "../db/database.ts";
import { listCounts } from "../schema/lists.ts";
import { EVERY_ORGANIZATION } from "./keep-counts.ts";

/** The kept counts of a list's rows: of one organization or of all, of one kind and status or of all. */
export type Counts = {
  list: string;
  organizationId?: Id | undefined;
  kind?: string | undefined;
  status?: string | undefined;
};

/** How many rows there are, and the sum of their amounts in dollars; null if none has one. */
export type Totals = { total: number; worth: string | null };

/** The kept totals of a list. `without` selects rows, amounts and amount of those that are left out. */
export async function readTotals(reader: Reader, asked: Counts, without?: SQL): Promise<Totals> {
  const { rows, amounts, amount } = listCounts;
  const kept = sql`select ${rows} as rows, ${amounts} as amounts, ${amount} as amount
    from ${listCounts} where ${isMeant(asked)}`;
  const less = sql`union all select -rows, -amounts, -amount from (${without}) as without`;
  const found = await reader.execute<Totals>(sql`
    select coalesce(sum(rows), 0)::int as total,
      case when sum(amounts) > 0 then round(sum(amount), 2)::text end as worth
    from (${kept} ${without ? less : sql``}) as figures`);
  return found.rows[0] ?? { total: 0, worth: null };
}

/** How many rows there are of each status that has some. */
export async function readCountsByStatus(reader: Reader, asked: Counts): Promise<Map<string, number>> {
  const { rows } = await reader.execute<{ status: string; rows: number }>(countsByStatus(asked));
  return new Map(rows.map((row) => [row.status, row.rows]));
}

/** A table of statuses: status, rows, amount (null if no row shows one) and is_hidden (whether a row hides one). */
export function countsByStatus(asked: Counts): SQL {
  const { rows, amount, amounts, hidden } = listCounts;
  return sql`
    select ${listCounts.status} as status, sum(${rows})::int as rows,
      case when sum(${amounts}) > 0 then sum(${amount}) end as amount, sum(${hidden}) > 0 as is_hidden
    from ${listCounts} where ${isMeant(asked)} group by ${listCounts.status} having sum(${rows}) > 0`;
}

function isMeant({ list, organizationId = EVERY_ORGANIZATION, kind, status }: Counts): SQL | undefined {
  return and(
    eq(listCounts.list, list),
    eq(listCounts.organizationId, organizationId),
    kind === undefined ? undefined : eq(listCounts.kind, kind),
    status === undefined ? undefined : eq(listCounts.status, status),
  );
}
