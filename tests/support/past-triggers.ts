import type { QueryResultRow } from "pg";
import type { OwnerConnection } from "#server/db/database.ts";
import type { TestApp } from "./make-app.ts";

/** What somebody does who holds the database: past the triggers that keep records, and past foreign keys. */
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
