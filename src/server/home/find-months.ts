import { type SQL, type SQLWrapper, sql, type Table } from "drizzle-orm";
import { type HomeMonth, MONTHS_ON_HOME } from "#domain/home/home.ts";
import type { DbOrTx } from "../db/database.ts";
import { documentDecisions } from "../schema/document-versions.ts";
import { uniqueDocuments } from "../schema/documents.ts";

/** What was sent, opened and accepted in each of the last months, from the first with any of these. */
export async function findMonths(reader: DbOrTx, timeZone: string, now: Date): Promise<HomeMonth[]> {
  const { decidedAt, decision, totalCost } = documentDecisions;
  const first = sql`date_trunc('month', ${now.toISOString()}::timestamptz at time zone ${timeZone})
    - interval '1 month' * ${MONTHS_ON_HOME - 1}::int`;
  // The bound of a scan of an index on the timestamps.
  const since = sql`(${first}) at time zone ${timeZone}`;
  const monthOf = (at: SQLWrapper) => sql`date_trunc('month', ${at} at time zone ${timeZone})`;
  const countBy = (table: Table, at: SQLWrapper, worth: SQL, where: SQL = sql`true`) => sql`
    select ${monthOf(at)} as month, count(*)::int as count, ${worth} as worth
    from ${table} where ${at} >= ${since} and ${where} group by 1`;
  const none = sql`0::numeric`;
  const { rows } = await reader.execute<HomeMonth>(sql`
    with sent as (${countBy(uniqueDocuments, uniqueDocuments.sentAt, none)}),
    opened as (${countBy(uniqueDocuments, uniqueDocuments.openedAt, none)}),
    won as (${countBy(documentDecisions, decidedAt, sql`coalesce(sum(${totalCost}), 0)`, sql`${decision} = 'APPROVED'`)})
    select to_char(month, 'YYYY-MM') as month, coalesce(sent.count, 0) as sent,
      coalesce(opened.count, 0) as opened, coalesce(won.count, 0) as won,
      round(coalesce(won.worth, 0), 2)::text as "worthWon"
    from generate_series(${first}, ${monthOf(sql`${now.toISOString()}::timestamptz`)}, interval '1 month') as month
    left join sent using (month) left join opened using (month) left join won using (month)
    order by month`);
  const begins = rows.findIndex(({ sent, opened, won }) => sent + opened + won > 0);
  return begins === -1 ? [] : rows.slice(begins);
}
