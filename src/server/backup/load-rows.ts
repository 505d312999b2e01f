import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { escapeIdentifier } from "pg";
import type { Db, OwnerConnection, Tx } from "../db/database.ts";
import { projectFolder } from "../project-folder.ts";
import { VERSION } from "../version.ts";
import type { Head } from "./describe-backup.ts";
import { findTables, quotedIdentifier } from "./dump-rows.ts";
import { refusedBackup } from "./read-archive.ts";

/** Adds rows to the tables of a transaction. */
export type Loader = {
  addRows(table: string, lines: readonly string[]): Promise<void>;
  /** Builds indexes and keys again, which compares all references. */
  finish(): Promise<void>;
};

/**
 * Makes the tables as they were at the backup, in the transaction of the owner's connection, and returns what fills
 * them.
 */
export async function prepareTables(tx: Tx, owner: OwnerConnection, head: Head): Promise<Loader> {
  await migrateTo(tx, head.migrations);
  const statements = await prepareInserts(owner, head);
  await owner.query(`truncate ${head.tables.map(({ name }) => quotedIdentifier(name)).join(", ")} cascade`);
  const restoreStatements = await dropKeys(owner);
  return {
    async addRows(table, lines) {
      await owner.query(statements.get(table) ?? "", [`[${lines.join(",")}]`]);
    },
    async finish() {
      for (const statement of restoreStatements) await owner.query(statement);
      for (const { name, value, isUsed } of head.sequences)
        await owner.query("select setval($1::regclass, $2, $3)", [quotedIdentifier(name), value, isUsed]);
    },
  };
}

/** Throws StartError if this version does not know all migrations of the backup. */
export async function requireKnown({ migrations, version }: Head): Promise<void> {
  const known = new Set(await readdir(projectFolder("migrations")));
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw refusedBackup(
      `it was made by a newer version of the portal${version ? ` (${version}; this is ${VERSION})` : ""}, which has ` +
        `${unknown.join(", ")}. Restore it with that version`,
    );
}

/** Runs the first migrations, up to those of the backup. The next start of the portal runs the others. */
async function migrateTo(tx: Tx, names: readonly string[]): Promise<void> {
  const all = projectFolder("migrations");
  const folder = await mkdtemp(join(tmpdir(), "counterpart-restore-"));
  try {
    for (const name of names) await cp(join(all, name), join(folder, name), { recursive: true });
    const failure = await migrate(tx as unknown as Db, { migrationsFolder: folder });
    if (failure) throw new Error(`The tables of the backup cannot be made: ${failure.exitCode}.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The statement that adds rows to each table. Names come from the catalogue, never from the backup. */
async function prepareInserts(owner: OwnerConnection, head: Head): Promise<Map<string, string>> {
  const types = await findTypes(owner);
  const statements = new Map<string, string>();
  for (const { name, columns } of head.tables) {
    const known = types.get(name);
    if (!known) throw refusedBackup(`this version has no table ${name}`);
    const values = columns.map((column, place) => {
      const type = known.get(column);
      if (!type) throw refusedBackup(`this version has no column ${column} in ${name}`);
      return `(one->>${place})::${type}`;
    });
    statements.set(
      name,
      `insert into ${quotedIdentifier(name)} (${columns.map(escapeIdentifier).join(", ")}) overriding system value
       select ${values.join(", ")} from jsonb_array_elements($1::jsonb) as given (one)`,
    );
  }
  const missing = (await findTables(owner)).filter(({ name }) => !statements.has(name));
  if (missing.length > 0) throw refusedBackup(`it lacks ${missing.map(({ name }) => name).join(", ")}`);
  return statements;
}

async function findTypes(owner: OwnerConnection): Promise<Map<string, Map<string, string>>> {
  const { rows } = await owner.query<{ name: string; column: string; type: string }>(`
    select nspname || '.' || relname as name, attname as column, format_type(atttypid, atttypmod) as type
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where nspname in ('public', 'drizzle', 'pgboss') and relkind in ('r', 'p')`);
  const types = new Map<string, Map<string, string>>();
  for (const { name, column, type } of rows)
    types.set(name, (types.get(name) ?? new Map<string, string>()).set(column, type));
  return types;
}

/**
 * Drops the foreign keys and plain indexes of the portal's tables, so that tables may come in any order and faster.
 * Returns the statements that make them again.
 */
async function dropKeys(owner: OwnerConnection): Promise<string[]> {
  const { rows } = await owner.query<{ drop: string; make: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { drop } of rows) await owner.query(drop);
  // Indexes first: a foreign key may refer to a unique one.
  return rows.map(({ make }) => make).toReversed();
}
