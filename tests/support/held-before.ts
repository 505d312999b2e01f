import { Client } from "pg";
import type { TestApp } from "./make-app.ts";
import { untilWaiting } from "./until-waiting.ts";

/**
 * Lets requests come to their first look at a table and wait there, changes what they read, and lets them go on. `work`
 * is a statement of whoever changes it.
 */
export async function heldBefore<Answer>(
  app: TestApp,
  table: string,
  waiting: number,
  ask: () => Promise<Answer>[],
  work?: string,
): Promise<Answer[]> {
  const holder = new Client({ connectionString: app.variables.DATABASE_URL });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query(`lock table ${table} in access exclusive mode`);
    const asked = ask();
    await untilWaiting(app, waiting);
    if (work) await holder.query(work);
    await holder.query("commit");
    return await Promise.all(asked);
  } finally {
    await holder.end();
  }
}
