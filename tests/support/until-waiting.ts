import { expect } from "vitest";
import type { TestApp } from "./make-app.ts";

/** Resolves once this many connections of the app's PostgreSQL database wait for a lock. */
export async function untilWaiting(app: TestApp, connections: number): Promise<void> {
  const waiting = () =>
    app.deps.database.asOwner((owner) =>
      owner.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      ),
    );
  await expect.poll(async () => (await waiting()).rows).toHaveLength(connections);
}
