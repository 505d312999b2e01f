import { rm } from "node:fs/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { dueJobs } from "#tests/support/due-jobs.ts";
import {
  DECISIONS,
  effectsOf,
  type KeyedRequest,
  prepareKeyed,
  sendKeyed,
} from "#tests/support/keyed-request.ts";
import { REQUEST_KILL_POINTS } from "#tests/support/kill-points.ts";
import { buildProgram, makeProgramFolder, startServer } from "#tests/support/killed-program.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { casesFor, reportFigure } from "#tests/support/suite-cases.ts";
import "#tests/support/provided.ts";
import { EVIDENCE_DIFFERS } from "#tests/support/test-log.ts";

const { kind } = inject("databaseTemplate");

const KILLS = DECISIONS.flatMap((name) => REQUEST_KILL_POINTS.map((at) => ({ name, at })));
const repeated = (times: number) => Array.from({ length: times }, () => KILLS).flat();
/** Of the five decisions each gets four kills at each point. */
const kills = casesFor(KILLS.slice(1, 2), repeated(4));
/** So often is all of it done and checked: a long run that is ended has shown what it did. */
const ROUNDS = casesFor(
  [1],
  [1],
  Array.from({ length: 50 }, (_, n) => n + 1),
);

/** One process at a time uses the data, because the embedded database has no room for two. */
async function killEach(program: string, first: TestApp, requests: KeyedRequest[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [place, request] of requests.entries()) {
    const at = kills[place]?.at ?? "before-commit";
    const serving = await startServer(program, first, at, { KILL_KEY: request.key });
    const server = await serving.ready();
    const repeated = requests[place - 1];
    if (repeated) answers.push((await sendKeyed(server, repeated))?.status);
    expect(await sendKeyed(server, request)).toBeNull();
    await serving.killed();
  }
  return answers;
}

test.each(ROUNDS)(
  "TRUST-8 a decision whose server is killed in its midst and that is sent again is there once, with all its jobs done (%i)",
  {
    timeout: casesFor(400_000, 1_800_000),
  },
  async () => {
    const first = await createTestApp();
    const since = new Date();
    const requests: KeyedRequest[] = [];
    for (const { name } of kills) requests.push(await prepareKeyed(first, name));
    await first.stop();
    const folder = await makeProgramFolder();
    onTestFinished(() => rm(folder, { recursive: true }));
    const program = await buildProgram("killed-server", folder);
    const answers = await killEach(program, first, requests);

    // The tokens were issued under the first address.
    const app = await createTestApp({ ...first.variables, PUBLIC_URL: first.baseUrl });
    for (const { log } of [first, app]) log.allowErrors(EVIDENCE_DIFFERS);
    const last = requests.at(-1);
    if (last) answers.push((await sendKeyed(app, last))?.status);
    expect(answers).toEqual(requests.map(() => 200));
    const wrong: string[] = [];
    for (const [place, request] of requests.entries()) {
      const { keys, changes } = await effectsOf(app, request, since);
      if (keys !== 1 || changes !== 1)
        wrong.push(`${request.name} (${kills[place]?.at}): ${keys} keys, ${changes} effects`);
    }
    expect(wrong).toEqual([]);
    await expect.poll(() => dueJobs(app), { timeout: casesFor(60_000, 300_000) }).toEqual([]);
    reportFigure(
      `TRUST-8: ${kills.length} kills of deciding requests, ${kind} database: 0 lost, 0 doubled, 0 stuck`,
    );
    await app.stop();
    await first.close();
  },
);
