import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CALLS } from "#contract/calls.ts";
import {
  type Answer,
  effectsOf,
  type KeyedRequest,
  prepareKeyed,
  sendKeyed,
} from "#tests/support/keyed-request.ts";
import { REQUEST_KILL_POINTS } from "#tests/support/kill-points.ts";
import { buildProgram, makeProgramFolder, startServer } from "#tests/support/killed-program.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { withoutSignatures } from "#tests/support/pointed-calls.ts";
import { casesFor, drawFrom, reportFigure, SEED } from "#tests/support/suite-cases.ts";
import { EVIDENCE_DIFFERS } from "#tests/support/test-log.ts";

const REPRESENTATIVES = [
  "approveDocument",
  "chooseOptionalWork",
  "signGeneralDocument",
  "signGeneralDocumentAsVisitor",
  "sendDocument",
  "removePermission",
];
/** The process that is killed reaches no issuer, so nothing can be set up. */
const WITH_ISSUER = ["addOwnIssuer", "addCompanyIssuer", "addIssuerFor"];
const CHANGING = Object.entries(CALLS)
  .filter(([name, call]) => !call.isReading && !WITH_ISSUER.includes(name))
  .map(([name]) => name);
const { names, requests } = casesFor(
  { names: REPRESENTATIVES, requests: 4 },
  { names: CHANGING, requests: 10 },
  { names: CHANGING, requests: 50 },
);
/** So many calls are under way when the one process is killed. */
const CONCURRENCY = 6;
const IN_FLIGHT = 5;

let app: TestApp;
let folder: string;
let program: string;
beforeAll(async () => {
  folder = await makeProgramFolder();
  [app, program] = await Promise.all([createTestApp(), buildProgram("killed-server", folder)]);
  app.log.allowErrors(EVIDENCE_DIFFERS);
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true });
});

const counts = { requests: 0, unanswered: 0 };

/** The answer of the process, or of the other one if this one has died or answers 503. */
async function ask(on: TestApp, asked: KeyedRequest): Promise<Answer> {
  counts.requests += 1;
  const answer = await sendKeyed(on, asked);
  if (answer && answer.status !== 503) return answer;
  counts.unanswered += 1;
  return ask(app, asked);
}

/** All answers to one request with one key, sent to both processes: first to the one that will be killed. */
async function sendRepeatedly(asked: KeyedRequest, killed: TestApp): Promise<Answer[]> {
  const answers: Answer[] = [];
  let sent = 0;
  async function sendUntilStopped(): Promise<void> {
    while (sent < requests) {
      sent += 1;
      answers.push(await ask(sent % 3 === 0 ? app : killed, asked));
    }
  }
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, requests) }, sendUntilStopped));
  return answers;
}

test("TRUST-6 the same key sent again and again to two processes, of which one is killed: one effect, one answer", {
  timeout: 3_600_000,
}, async () => {
  const draw = drawFrom(SEED);
  const wrong: string[] = [];
  const figures = { effects: 0, withAudit: 0, different: 0, kills: 0 };
  for (let first = 0; first < names.length; first += CONCURRENCY) {
    const group = names.slice(first, first + CONCURRENCY);
    const at = REQUEST_KILL_POINTS[draw(REQUEST_KILL_POINTS.length)] ?? "before-commit";
    const nth = 1 + draw(Math.ceil(group.length / 2));
    const serving = await startServer(program, app, at, { KILL_CHANGE: String(nth) });
    const asked: KeyedRequest[] = [];
    for (const name of group) asked.push(await prepareKeyed(app, name));
    const since = new Date();
    const killed = await serving.ready();
    const answered = await Promise.all(asked.map((one) => sendRepeatedly(one, killed)));
    await serving.killed();
    figures.kills += 1;
    for (const [place, one] of asked.entries()) {
      const answers = answered[place] ?? [];
      const texts = new Set(answers.map(({ status, text }) => `${status} ${withoutSignatures(text)}`));
      const { keys, changes, rows } = await effectsOf(app, one, since);
      figures.effects += changes;
      figures.withAudit += rows > 0 ? 1 : 0;
      figures.different += texts.size - 1;
      const isRight =
        keys === 1 && changes === 1 && texts.size === 1 && answers.every(({ status }) => status === 200);
      if (!isRight)
        wrong.push(`${one.name} (${at} ${nth}): ${keys} keys, ${changes} effects, ${[...texts].join(" | ")}`);
    }
  }
  reportFigure(
    `TRUST-6: ${names.length} calls, ${counts.requests} requests (${counts.unanswered} of them without an answer), ` +
      `${figures.kills} kills, ${figures.effects} effects (${figures.withAudit} with audit rows), ` +
      `${figures.different} different answers; seed ${SEED}`,
  );
  expect(wrong).toEqual([]);
});
