import type { TestApp } from "./make-app.ts";

/** Lets what failed once be tried again at once. Returns the jobs that are not done yet, or were given up. */
export function wakeJobs({ deps }: TestApp): Promise<unknown[]> {
  return deps.database.asOwner(async (owner) => {
    const { rows } = await owner.query(
      "select name, state, output from pgboss.job where state in ('created', 'retry', 'active', 'failed')",
    );
    await owner.query(
      "update pgboss.job set start_after = now() where state = 'retry' and start_after > now()",
    );
    // The channel that notifies the queue of jobs.
    await owner.query(
      `select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), name) from pgboss.job
       where state = 'retry'`,
    );
    return rows;
  });
}
