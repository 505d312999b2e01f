import { expect, test } from "vitest";
import type { OwnerConnection } from "#server/db/database.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeRlsWorld, NEVER_CHANGED } from "#tests/support/rls-world.ts";

const app = await startTestApp();
await makeRlsWorld(app.db);

/** A trigger that protects records: one of its commands, and its columns; none means all. */
type NavigationBlocker = { name: string; table: string; isFor: string[]; columns: string[] };

test("TRUST-1 each trigger that protects records refuses its commands to the tables' owner, and nothing else would", async () => {
  await app.deps.database.asOwner(async (owner) => {
    await owner.query("begin");
    await owner.query(
      "update signed_general_documents set file_id = (select min(file_id) from files) where file_id is null",
    );
    await owner.query(
      "update signed_general_documents set email_confirmed_at = now() where email_confirmed_at is null",
    );
    const keepers = await findKeepers(owner);
    expect([...new Set(keepers.map(({ table }) => table))].sort()).toEqual(Object.keys(NEVER_CHANGED).sort());
    for (const blocker of keepers) {
      for (const statement of commandsOf(blocker)) {
        expect(await isKept(owner, blocker, statement), statement).toBe(true);
        await owner.query("savepoint whole");
        await owner.query(`drop trigger ${blocker.name} on ${blocker.table}`);
        expect(await isKept(owner, blocker, statement), `without ${blocker.name}: ${statement}`).toBe(false);
        await owner.query("rollback to savepoint whole");
      }
    }
    await owner.query("rollback");
  });
});

test("TRUST-1 deleting a row does not delete or change a row of evidence that names it", async () => {
  const { rows } = await app.deps.database.asOwner((owner) =>
    owner.query<{ key: string }>(
      `select conrelid::regclass || ' ' || conname as key from pg_constraint
       where contype = 'f' and conrelid = any ($1::regclass[]) and confdeltype not in ('a', 'r')`,
      [Object.keys(NEVER_CHANGED)],
    ),
  );
  expect(rows).toEqual([]);
});

/** From the catalogue, so that none is forgotten. The numbers are PostgreSQL's marks of a trigger's commands. */
async function findKeepers(owner: OwnerConnection): Promise<NavigationBlocker[]> {
  const { rows } = await owner.query<NavigationBlocker>(`
    select tgname as name, tgrelid::regclass::text as table,
      array_remove(array[case when tgtype & 8 > 0 then 'delete' end, case when tgtype & 16 > 0 then 'update' end,
        case when tgtype & 32 > 0 then 'truncate' end], null) as "isFor",
      array(select attname::text from pg_attribute where attrelid = tgrelid and attnum > 0 and not attisdropped
        and attgenerated = '' and (attnum = any(tgattr) or cardinality(tgattr::int2[]) = 0)) as columns
    from pg_trigger where tgname like 'counterpart\\_keep%' order by 2, 1`);
  return rows;
}

function commandsOf({ table, isFor, columns }: NavigationBlocker): string[] {
  const commands = { delete: [`delete from ${table}`], truncate: [`truncate ${table} cascade`] };
  const updates = columns.map((column) => `update ${table} set "${column}" = "${column}"`);
  return isFor.flatMap((command) => (command === "update" ? updates : commands[command as "delete"]));
}

/** Whether the statement is refused in the name of this table. */
async function isKept(
  owner: OwnerConnection,
  { table }: NavigationBlocker,
  statement: string,
): Promise<boolean> {
  await owner.query("savepoint attempt");
  try {
    await owner.query(statement);
    return false;
  } catch (error) {
    return (error as Error).message.startsWith(`Rows of ${table} are evidence`);
  } finally {
    await owner.query("rollback to savepoint attempt");
  }
}
