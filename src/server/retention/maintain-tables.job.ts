import { z } from "zod";
import { defineJob } from "../jobs/job.ts";

/** The thresholds of PostgreSQL's autovacuum, and tables of which nothing is known yet. */
const UNMAINTAINED = `
  select format('%I.%I', held.schemaname, held.relname) as "table"
  from pg_stat_user_tables as held join pg_class on pg_class.oid = held.relid
  where held.n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)
    or held.n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
    or reltuples < 0 and held.n_live_tup > 50
  order by held.relname`;

/**
 * What autovacuum does on a server. Without statistics the embedded database plans as if its tables were tiny, and old
 * rows keep their space for ever. Each table has a statement of its own, so that a failure stops no other table.
 */
export const maintainTables = defineJob({
  name: "tend-tables",
  payload: z.strictObject({}),
  everySeconds: 300,
  async run({ database, log }) {
    if (database.kind === "server") return;
    const { rows } = await database.asOwner((owner) => owner.query<{ table: string }>(UNMAINTAINED));
    for (const { table } of rows) {
      try {
        await database.asOwner((owner) => owner.query(`vacuum analyze ${table}`));
      } catch (error) {
        log.error(error, `The table ${table} could not be vacuumed and analyzed`);
      }
    }
  },
});
