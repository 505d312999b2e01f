import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { priceDrafts } from "#server/documents/price-drafts.job.ts";
import { uniqueDocuments } from "#server/documents/tables.ts";
import { defineWalk } from "#server/jobs/walk.ts";
import { withScope } from "#server/wall/scoped-db.ts";
import { makeDocument, makeOrganization } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

const STEP_MS = 10;
const LAST = 12;

/** Walks over whole numbers, and remembers which. */
function numbersWalk(longestMs: number) {
  const walked: number[] = [];
  const walk = defineWalk(
    {
      name: "walk-over-numbers",
      place: z.number(),
      start: 0,
      async step(_, after) {
        await wait(STEP_MS);
        if (after === LAST) return undefined;
        walked.push(after + 1);
        return after + 1;
      },
    },
    longestMs,
  );
  return { walk, walked };
}

/** Runs a job and those that it enqueues, as the queue does. Returns what each was told. */
async function runAll(app: TestApp, { walk }: ReturnType<typeof numbersWalk>): Promise<object[]> {
  const payloads: { after?: number }[] = [{}];
  const enqueue = async (_: unknown, job: unknown, payload: unknown) => {
    expect(job).toBe(walk);
    payloads.push(walk.payload.parse(payload));
  };
  const deps = { ...withScope(app.deps, { role: "worker" }), queue: { ...app.deps.queue, enqueue } };
  for (const payload of payloads) await walk.run(deps, payload);
  return payloads;
}

test("CARE-8 work over a whole table is many short jobs, each of which begins where the last one ended", async () => {
  const app = await createTestApp();
  const numbers = numbersWalk(3 * STEP_MS);
  const payloads = await runAll(app, numbers);
  expect(numbers.walked).toEqual(Array.from({ length: LAST }, (_, at) => at + 1));
  expect(payloads.length).toBeGreaterThan(LAST / 3);

  const quick = numbersWalk(60_000);
  expect(await runAll(app, quick), "one job, if there is time").toEqual([{}]);
  expect(quick.walked).toEqual(numbers.walked);
  await app.close();
});

test("CARE-8 the queue runs the next job of a walk, which leaves what lies before its place alone", async () => {
  const app = await createTestApp();
  const drafts = ["draft-1", "draft-2", "draft-3"];
  const { organizationId } = await makeOrganization(app.db);
  for (const uniqueDocumentId of drafts)
    await makeDocument(app.db, { organizationId, uniqueDocumentId, status: "DRAFT", totalCost: "5" });
  const ended = defineWalk(
    { name: priceDrafts.name, place: z.string(), start: "draft-1", step: async () => undefined },
    0,
  );
  await ended.run(withScope(app.deps, { role: "worker" }), {});
  const totals = async () => {
    const { uniqueDocumentId, totalCost } = uniqueDocuments;
    const rows = await app.db.select({ totalCost }).from(uniqueDocuments).orderBy(uniqueDocumentId);
    return rows.map((row) => Number(row.totalCost));
  };
  await expect.poll(totals).toEqual([5, 0, 0]);
  await app.close();
});
