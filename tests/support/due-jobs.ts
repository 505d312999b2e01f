import type { TestApp } from "./make-app.ts";

/** Jobs that are due or under way, and those that have failed. */
export async function dueJobs({ deps }: TestApp): Promise<unknown[]> {
  const { rows } = await deps.database.asOwner((owner) =>
    owner.query(
      "select name, state from pgboss.job where state in ('created', 'retry', 'active', 'failed') and start_after <= now()",
    ),
  );
  return rows;
}
