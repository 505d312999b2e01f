import type { QueryResultRow } from "pg";
import type { OwnerConnection } from "#server/db/database.ts";
import type { TestApp } from "./make-app.ts";

/** Runs a statement as an intruder in the database, without the triggers that protect records and without foreign keys. */
export async function asIntruder<Row extends QueryResultRow>(
  { deps }: Pick<TestApp, "deps">,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return deps.database.asOwner(async (owner: OwnerConnection) => {
    await owner.query("begin");
    await owner.query("set local session_replication_role = replica");
    const { rows } = await owner.query<Row>(statement, values);
    await owner.query("commit");
    return rows;
  });
}
