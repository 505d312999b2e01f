import { setTimeout as wait } from "node:timers/promises";
import { isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Job, Queue } from "#server/deps.ts";
import { createQueue } from "#server/jobs/create-queue.ts";
import { defineBatchJob, defineJob } from "#server/jobs/job.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { mails } from "#server/schema/mail.ts";
import { unique } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

const STEP_MS = 20;
const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

let app: TestApp;
const queues: Queue[] = [];
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
});
afterAll(() => app.close());

/** A second queue in the app's database, with one job. */
async function openQueue(job: Job): Promise<Queue> {
  const queue = await createQueue(app.deps.database, app.deps.log, [job]);
  queues.push(queue);
  return queue;
}

function countingJob(run: (n: number) => Promise<void> | void = () => undefined) {
  const done: number[] = [];
  const job = defineJob({
    name: unique("count"),
    payload: z.strictObject({ n: z.number() }),
    async run(_deps, { n }) {
      await run(n);
      done.push(n);
    },
  });
  return { job, done };
}

describe("the queue", () => {
  test("runs committed jobs, and never rolled-back ones", async () => {
    const { job, done } = countingJob();
    const queue = await openQueue(job as Job);
    await queue.work(app.deps);
    await app.db
      .transaction(async (tx) => {
        await queue.enqueue(tx, job, { n: 1 });
        throw new Error("taken back");
      })
      .catch(() => undefined);
    await app.db.transaction((tx) => queue.enqueue(tx, job, { n: 2 }));
    await expect.poll(() => done).toEqual([2]);
  });

  test("is notified of each job at once, and runs many without a pause", async () => {
    const { job, done } = countingJob();
    const queue = await openQueue(job as Job);
    await queue.work(app.deps);
    // Polling finds one every five seconds, which is too slow for a test.
    for (let n = 0; n < 100; n += 1) {
      await app.db.transaction((tx) => queue.enqueue(tx, job, { n }));
      await expect.poll(() => done.length).toBe(n + 1);
    }
    await app.db.transaction(async (tx) => {
      for (let n = 100; n < 140; n += 1) await queue.enqueue(tx, job, { n });
    });
    await expect.poll(() => done.length).toBe(140);
    expect(new Set(done).size).toBe(140);
  });

  test("a start does not write to a queue that has its options, and updates the options of another", async () => {
    const { job } = countingJob();
    const read = async () => {
      const asked = "select updated_on, retry_limit from pgboss.queue where name = $1";
      return (await app.deps.database.pool.query(asked, [job.name])).rows[0];
    };
    await openQueue(job as Job);
    const made = await read();
    await openQueue(job as Job);
    expect(await read()).toEqual(made);
    await app.deps.database.pool.query("update pgboss.queue set retry_limit = 1 where name = $1", [job.name]);
    await openQueue(job as Job);
    expect((await read()).retry_limit).toBe(made.retry_limit);
  });

  test("retries failed jobs, and logs which failed and why", async () => {
    let tries = 0;
    const { job, done } = countingJob(() => {
      tries += 1;
      if (tries === 1) throw new Error("The dog ate it");
    });
    const queue = await openQueue(job as Job);
    await queue.work(app.deps);
    await app.db.transaction((tx) => queue.enqueue(tx, job, { n: 7 }));
    await expect.poll(() => done).toEqual([7]);
    expect(tries).toBe(2);
    const logged = app.log.records.filter((record) => JSON.stringify(record).includes(job.name));
    expect(logged).toMatchObject([
      {
        msg: "Job failed; it will be tried again",
        err: { message: "The dog ate it" },
        payload: { n: 7 },
        attempt: 1,
      },
    ]);
  });

  test("CARE-8 waits less than a minute after each of the first ten tries, and longer later", async () => {
    const { job } = countingJob(() => {
      throw new Error("No answer");
    });
    const queue = await openQueue(job as Job);
    await app.db.transaction(async (tx) => {
      for (let tries = 1; tries <= 14; tries += 1) await queue.enqueue(tx, job, { n: tries });
    });
    const { pool } = app.deps.database;
    // The queue counts the tries before this one.
    await pool.query("update pgboss.job set retry_count = (data->>'n')::int - 1 where name = $1", [job.name]);
    await queue.work(app.deps);
    const readWaits = async () => {
      const { rows } = await pool.query<{ tries: number; wait: number }>(
        `select (data->>'n')::int as tries, extract(epoch from start_after - now())::float as wait
         from pgboss.job where name = $1 and state = 'retry' order by 1`,
        [job.name],
      );
      return rows;
    };
    await expect.poll(async () => (await readWaits()).length).toBe(14);
    // The longer wait is a second statement after the try has failed.
    const tooShort = async () => (await readWaits()).filter(({ tries, wait }) => tries > 10 && wait < 500);
    await expect.poll(tooShort).toEqual([]);
    expect((await readWaits()).filter(({ tries, wait }) => tries <= 10 && wait > 55)).toEqual([]);
  });

  test("refuses a payload that the job does not take, and the change with it", async () => {
    const { job } = countingJob();
    const queue = await openQueue(job as Job);
    const wrong = { n: "seven" } as unknown as { n: number };
    await expect(app.db.transaction((tx) => queue.enqueue(tx, job, wrong))).rejects.toThrow(z.ZodError);
  });

  test("lets a running job finish when it stops", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let isRunning = false;
    const { job, done } = countingJob(() => {
      isRunning = true;
      return released;
    });
    const queue = await openQueue(job as Job);
    await queue.work(app.deps);
    await app.db.transaction((tx) => queue.enqueue(tx, job, { n: 1 }));
    await expect.poll(() => isRunning).toBe(true);
    const stopped = queue.stop();
    release();
    await stopped;
    expect(done).toEqual([1]);
  });

  test("repeats a job by itself, once a period however many processes there are", async () => {
    let runs = 0;
    const job = defineJob({
      name: unique("repeat"),
      payload: z.strictObject({}),
      everySeconds: 2,
      run: async () => {
        runs += 1;
      },
    });
    for (const queue of [await openQueue(job), await openQueue(job)]) await queue.work(app.deps);
    await expect.poll(() => runs).toBeGreaterThan(2);
    const { rows } = await app.deps.database.pool.query(
      "select count(*) = count(distinct singleton_on) as is_once from pgboss.job where name = $1",
      [job.name],
    );
    expect(rows).toEqual([{ is_once: true }]);
  });

  test.each([
    ["five minutes", 2, 300],
    ["a day if it is daily", 86_400, 86_400],
  ])(
    "CARE-8 lets a repeated job run %s before it is started again",
    async (_words, everySeconds, longest) => {
      const job = defineJob({
        name: unique("repeat"),
        payload: z.strictObject({}),
        everySeconds,
        run: async () => undefined,
      });
      await (await openQueue(job as Job)).work(app.deps);
      const { rows } = await app.deps.database.pool.query(
        "select distinct expire_seconds from pgboss.job where name = $1",
        [job.name],
      );
      expect(rows).toEqual([{ expire_seconds: longest }]);
    },
  );

  test("keeps jobs for a worker that comes later", async () => {
    const { job, done } = countingJob();
    const first = await openQueue(job as Job);
    await app.db.transaction((tx) => first.enqueue(tx, job, { n: 1 }));
    await first.stop();
    const second = await openQueue(job as Job);
    await second.work(app.deps);
    await expect.poll(() => done).toEqual([1]);
  });
});

test.each([
  ["however often it was killed", 9],
  ["at its last try too", 350],
])("CARE-8 a job whose process was killed resumes at once after a restart, %s", async (_when, tries) => {
  const first = await createTestApp();
  const letter = { to: "ada@example.test", subject: "A", text: "A", html: "<p>A</p>" };
  await first.deps.queue.stop();
  await first.db.transaction((tx) => queueMail(tx, first.deps, letter, null));
  await first.deps.database.pool.query(
    "update pgboss.job set state = 'active', retry_count = $1, started_on = now(), heartbeat_on = now() where name = 'send-mail'",
    [tries],
  );
  await first.deps.database.pool.query(
    `insert into job_workers select gen_random_uuid(), 1, name, id, retry_count from pgboss.job where state = 'active'`,
  );
  await first.stop();

  const again = await createTestApp(first.variables);
  const unsent = () => again.db.select().from(mails).where(isNull(mails.sentAt));
  await expect.poll(unsent).toEqual([]);
  await again.close();
  await first.close();
});

/** Walks over whole numbers, and remembers which. */
function numbersJob(longestMs: number, fails: (n: number) => boolean = () => false) {
  const walked: number[] = [];
  const walk = defineBatchJob(
    {
      name: unique("walk"),
      isOnce: true,
      cursor: z.number(),
      start: 0,
      async step(_, after) {
        await wait(STEP_MS);
        if (fails(after + 1)) throw new Error("The line is cut");
        if (after === ALL.length) return undefined;
        walked.push(after + 1);
        return after + 1;
      },
    },
    longestMs,
  );
  return { walk, walked };
}

async function start({ walk }: ReturnType<typeof numbersJob>): Promise<Queue> {
  const queue = await openQueue(walk as Job);
  await queue.work(app.deps);
  return queue;
}

async function jobsOf({ walk }: ReturnType<typeof numbersJob>) {
  const { rows } = await app.deps.database.pool.query<{ id: string; state: string }>(
    "select id, state from pgboss.job where name = $1 order by coalesce((data->>'after')::int, 0)",
    [walk.name],
  );
  return rows;
}

const statesOf = async (one: ReturnType<typeof numbersJob>) => (await jobsOf(one)).map(({ state }) => state);
const completed = (count: number) => Array.from({ length: count }, () => "completed");

test("CARE-8 work over a full table is many short jobs, each of which continues where the last one ended", async () => {
  const numbers = numbersJob(0);
  await start(numbers);
  await expect.poll(() => statesOf(numbers)).toEqual(completed(ALL.length + 1));
  expect(numbers.walked).toEqual(ALL);
});

test("CARE-8 a job that runs again, as after a kill, enqueues no second job", async () => {
  const numbers = numbersJob(0);
  await start(numbers);
  await expect.poll(() => statesOf(numbers)).toEqual(completed(ALL.length + 1));
  const third = (await jobsOf(numbers))[2];
  await app.deps.database.pool.query(
    "update pgboss.job set state = 'retry', start_after = now() where id = $1",
    [third?.id],
  );
  await expect.poll(() => numbers.walked.length).toBe(ALL.length + 1);
  await expect.poll(() => statesOf(numbers)).toEqual(completed(ALL.length + 1));
  expect(numbers.walked, "it goes on from its own place").toEqual([...ALL, 3]);
});

test("CARE-8 a step that fails is done again from where the last job ended", async () => {
  let cuts = 0;
  const numbers = numbersJob(0, (n) => {
    if (n === 5) cuts += 1;
    return n === 5 && cuts === 1;
  });
  await start(numbers);
  await expect.poll(() => statesOf(numbers)).toEqual(completed(ALL.length + 1));
  expect(numbers.walked).toEqual(ALL);
});

test("CARE-8 a walk that was given up is tried again by the next start", async () => {
  let isCut = true;
  const numbers = numbersJob(60_000, () => isCut);
  const queue = await start(numbers);
  await expect.poll(() => statesOf(numbers)).toEqual(["retry"]);
  await app.deps.database.pool.query(
    "update pgboss.job set state = 'failed', retry_count = retry_limit where name = $1",
    [numbers.walk.name],
  );
  await queue.stop();
  isCut = false;
  await start(numbers);
  await expect.poll(() => statesOf(numbers)).toEqual(["completed"]);
  expect(numbers.walked).toEqual(ALL);
});

test("CARE-8 a walk rests after each step for as long as it took, and is one job if there is time", async () => {
  const numbers = numbersJob(60_000);
  const began = performance.now();
  await numbers.walk.run(app.deps, {});
  expect(performance.now() - began).toBeGreaterThan(1.8 * ALL.length * STEP_MS);
  expect(numbers.walked).toEqual(ALL);
});
