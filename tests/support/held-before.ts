import { Client } from "pg";
import type { TestApp } from "./make-app.ts";
import { untilWaiting } from "./until-waiting.ts";

/**
 * Lets requests come to their first look at a table and wait there, does `work`, and lets them go on. In the mode
 * "exclusive" they come to their first lock of a row, in "share" to their first change.
 */
export async function heldBefore<Answer>(
  app: TestApp,
  table: string,
  waiting: number,
  ask: () => Promise<Answer>[],
  work?: (holder: Client) => Promise<unknown>,
  mode: "access exclusive" | "exclusive" | "share" = "access exclusive",
): Promise<Answer[]> {
  const holder = new Client({ connectionString: app.variables.DATABASE_URL });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query(`lock table ${table} in ${mode} mode`);
    const asked = ask();
    await untilWaiting(app, waiting);
    await work?.(holder);
    await holder.query("commit");
    return await Promise.all(asked);
  } finally {
    await holder.end();
  }
}
