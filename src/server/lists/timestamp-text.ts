import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { formatDate, zoneName } from "#domain/format.ts";
import { comparableText } from "#domain/lists/comparable-text.ts";

const MID_MONTHS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 15)));

const MONTHS = MID_MONTHS.map((day) => {
  const [, name = ""] = formatDate(day.toISOString(), "UTC").split(" ");
  return comparableText(name);
});

/** The comparable form of formatDateTime's text. */
export function timestampText(timestamp: AnyPgColumn, timeZone: string): SQL {
  const local = sql`${timestamp} at time zone ${timeZone}`;
  const month = sql`(${sql.param(MONTHS)}::text[])[extract(month from ${local})::int]`;
  const time = sql`to_char(${local}, 'FMDD ') || ${month} || to_char(${local}, ' FMYYYY, FMHH12:MI am')`;
  return sql`${time} || ${zoneText(timestamp, timeZone)}`;
}

/** Whether any timestamp's text may contain a text, so that no other text is looked for in every row. */
export function mayOccur(query: string, timeZone: string): boolean {
  const zones = MID_MONTHS.map((day) => comparableText(zoneName(day, timeZone)));
  const words = [...MONTHS, ...zones, "am", "pm"];
  const runs = comparableText(query).match(/\p{L}+/gu) ?? [];
  return runs.every((run) => words.some((word) => word.includes(run)));
}

/** The name of the zone at the timestamp. Summer time has its own name and its own distance from UTC. */
function zoneText(timestamp: AnyPgColumn, timeZone: string): SQL {
  const ahead = sql`extract(epoch from (${timestamp} at time zone ${timeZone}) - (${timestamp} at time zone 'UTC'))`;
  const names = new Map(MID_MONTHS.map((day) => [secondsAhead(day, timeZone), zoneName(day, timeZone)]));
  const cases = [...names].map(
    ([seconds, name]) => sql`when ${seconds}::int then ${` ${comparableText(name)}`}::text`,
  );
  return sql`case ${ahead}::int ${sql.join(cases, sql` `)} else '' end`;
}

/** How far a zone is ahead of UTC: its own clock, read as if UTC's showed that time. */
function secondsAhead(date: Date, timeZone: string): number {
  const clock = date.toLocaleString("sv-SE", { timeZone });
  return (Date.parse(`${clock.replace(" ", "T")}Z`) - date.getTime()) / 1000;
}
