import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createQueue } from "#server/jobs/create-queue.ts";
import type { Job, Queue } from "#server/jobs/job.ts";
import { defineWalk } from "#server/jobs/walk.ts";
import { withScope } from "#server/wall/scoped-db.ts";
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

/** Walks over whole numbers, and remembers which. */
function numbersWalk(longestMs: number, fails: (n: number) => boolean = () => false) {
  const walked: number[] = [];
  const walk = defineWalk(
    {
      name: unique("walk"),
      isOnce: true,
      place: z.number(),
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

async function start({ walk }: ReturnType<typeof numbersWalk>): Promise<void> {
  const queue = await createQueue(app.deps.database, app.deps.log, [walk as Job]);
  queues.push(queue);
  await queue.work(withScope(app.deps, { role: "worker" }));
}

async function jobsOf({ walk }: ReturnType<typeof numbersWalk>) {
  const { rows } = await app.deps.database.pool.query<{ id: string; state: string }>(
    "select id, state from pgboss.job where name = $1 order by coalesce((data->>'after')::int, 0)",
    [walk.name],
  );
  return rows;
}

const statesOf = async (one: ReturnType<typeof numbersWalk>) => (await jobsOf(one)).map(({ state }) => state);
const completed = (count: number) => Array.from({ length: count }, () => "completed");

test("CARE-8 work over a whole table is many short jobs, each of which goes on where the last one ended", async () => {
  const numbers = numbersWalk(0);
  await start(numbers);
  await expect.poll(() => statesOf(numbers)).toEqual(completed(ALL.length + 1));
  expect(numbers.walked).toEqual(ALL);
});

test("CARE-8 a job that is done again, as after a kill, gives its work to no second job", async () => {
  const numbers = numbersWalk(0);
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
  const numbers = numbersWalk(0, (n) => {
    if (n === 5) cuts += 1;
    return n === 5 && cuts === 1;
  });
  await start(numbers);
  await expect.poll(() => statesOf(numbers)).toEqual(completed(ALL.length + 1));
  expect(numbers.walked).toEqual(ALL);
});

test("CARE-8 a walk that was given up is tried again by the next start", async () => {
  let isCut = true;
  const numbers = numbersWalk(60_000, () => isCut);
  await start(numbers);
  await expect.poll(() => statesOf(numbers)).toEqual(["retry"]);
  await app.deps.database.pool.query(
    "update pgboss.job set state = 'failed', retry_count = retry_limit where name = $1",
    [numbers.walk.name],
  );
  await queues.splice(0)[0]?.stop();
  isCut = false;
  await start(numbers);
  await expect.poll(() => statesOf(numbers)).toEqual(["completed"]);
  expect(numbers.walked).toEqual(ALL);
});

test("CARE-8 a walk rests after each step for as long as it took, and is one job if there is time", async () => {
  const numbers = numbersWalk(60_000);
  const began = performance.now();
  await numbers.walk.run(withScope(app.deps, { role: "worker" }), {});
  expect(performance.now() - began).toBeGreaterThan(1.8 * ALL.length * STEP_MS);
  expect(numbers.walked).toEqual(ALL);
});
