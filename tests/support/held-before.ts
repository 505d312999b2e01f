import { Client } from "pg";
import type { TestApp } from "./make-app.ts";
import { untilWaiting } from "./until-waiting.ts";

/**
 * Lets requests come to their first look at a table and wait there, does `work`, and lets them go on.
 */
export async function heldBefore<Answer>(
  app: TestApp,
  table: string,
  waiting: number,
  ask: () => Promise<Answer>[],
  work?: (holder: Client) => Promise<unknown>,
): Promise<Answer[]> {
  const holder = new Client({ connectionString: app.variables.DATABASE_URL });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query(`lock table ${table} in access exclusive mode`);
    const asked = ask();
    await untilWaiting(app, waiting);
    await work?.(holder);
    await holder.query("commit");
    return await Promise.all(asked);
  } finally {
    await holder.end();
  }
}
