import type { Deps } from "../deps.ts";

/** Work of a job that failed for some records. The log has each failure, and the queue tries the job again. */
class SomeFailed extends Error {
  override name = "SomeFailed";
}

/**
 * Attempts the work of a job for each record, in a transaction of its own. One that fails is logged and delays no
 * other. Throws at the end if there was one.
 */
export async function attemptEach<Found extends { id: string }>(
  { log }: Pick<Deps, "log">,
  records: Iterable<Found> | AsyncIterable<Found>,
  attempt: (record: Found) => Promise<unknown>,
): Promise<void> {
  let failed = 0;
  for await (const record of records) {
    try {
      await attempt(record);
    } catch (err) {
      failed += 1;
      log.error({ err, id: record.id }, "A job failed for one record, and goes on with the others");
    }
  }
  if (failed > 0) throw new SomeFailed(`${failed} of its records failed.`);
}
