import { Client } from "pg";
import type { TestApp } from "./make-app.ts";
import { untilWaiting } from "./until-waiting.ts";

/**
 * Blocks requests at their first read of a table, runs `work`, and unblocks them. In the mode "exclusive" they block at
 * their first lock of a row, in "share" at their first change.
 */
export async function pausedBefore<Answer>(
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
