import type { TestApp } from "./make-app.ts";

/** Who wrote to the watched tables: the portal of the requests, or the worker. */
type Writer = "asking" | "working";

/** What PostgreSQL reports of a disk: its code and its words. */
type DiskError = { code: string; message: string };
const FULL: DiskError = { code: "53100", message: "could not extend file: No space left on device" };

/** Tables whose disk can be full. No list names them: every table of the database is watched. */
export type FullTables = {
  /** The tables to which this writer has written since the last `forget`. */
  written(by: Writer): Promise<string[]>;
  forget(): Promise<void>;
  /** From now on this writer fails at this table, as on a full disk or with another error; `makeRoom` ends it. */
  fill(table: string, by: Writer, error?: DiskError): Promise<void>;
  makeRoom(): Promise<void>;
  /** How often a statement failed at a full table since the last `forget`. */
  failures(): Promise<number>;
};

/**
 * Puts a trigger on every table, which counts in sequences, because these are not rolled back with a transaction.
 * The portal of the requests is recognized by the name of its connections.
 */
export async function watchTables(app: TestApp): Promise<FullTables> {
  const ask = <Row extends object>(text: string, values: unknown[] = []) =>
    app.deps.database.asOwner(async (owner) => (await owner.query<Row>(text, values)).rows);
  await app.alterTables(`
    create schema disk; grant usage on schema disk to public;
    create table disk.full_tables (name text, writer text, code text, message text);
    create sequence disk.failures;
    create function disk.meet() returns trigger language plpgsql security definer as $$
    declare
      who text := case current_setting('application_name') when 'asking' then 'asking' else 'working' end;
      failure disk.full_tables;
    begin
      perform nextval(format('disk.%I', who || ' ' || tg_argv[0]));
      select * into failure from disk.full_tables where name = tg_argv[0] and writer = who limit 1;
      if failure.name is not null then
        perform nextval('disk.failures');
        raise exception '%', failure.message using errcode = failure.code;
      end if;
      return case tg_op when 'DELETE' then old else new end;
    end $$;
    do $$ declare one record; begin
      for one in select c.oid::regclass::text as place, n.nspname || '.' || c.relname as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'pgboss') loop
        execute format('create sequence disk.%I', 'asking ' || one.name);
        execute format('create sequence disk.%I', 'working ' || one.name);
        execute format('create trigger full_disk before insert or update or delete on %s
          for each row execute function disk.meet(%L)', one.place, one.name);
      end loop;
    end $$;`);
  // Counts are compared, not set back: ALTER SEQUENCE waits for jobs that still write, and can deadlock with them.
  const readCounts = async () => {
    const counts = await ask<{ name: string; count: string }>(
      `select sequencename as name, last_value as count from pg_sequences
       where schemaname = 'disk' and last_value is not null`,
    );
    return new Map(counts.map(({ name, count }) => [name, count]));
  };
  let before = await readCounts();
  return {
    async written(by) {
      const prefix = `${by} `;
      const changed = [...(await readCounts())].filter(([name, count]) => count !== before.get(name));
      return changed.flatMap(([name]) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])).sort();
    },
    async forget() {
      before = await readCounts();
    },
    fill: async (table, by, { code, message } = FULL) =>
      void (await ask("insert into disk.full_tables values ($1, $2, $3, $4)", [table, by, code, message])),
    makeRoom: () => app.alterTables("delete from disk.full_tables"),
    async failures() {
      const now = await readCounts();
      return Number(now.get("failures") ?? 0) - Number(before.get("failures") ?? 0);
    },
  };
}
