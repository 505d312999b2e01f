import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { makeAdmin, makePerson, unique } from "#tests/support/factories.ts";
import { freePort } from "#tests/support/free-port.ts";
import {
  buildProgram,
  makeProgramFolder,
  REQUEST_KILL_POINTS,
  type RequestKillPoint,
  startProgram,
} from "#tests/support/killed-program.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { drawFrom, many, SEED, tellFigure } from "#tests/support/many.ts";
import { askWith, pointAt, type Sent } from "#tests/support/pointed-calls.ts";
import { makeRecordsOf } from "#tests/support/records.ts";

const REPRESENTATIVES = [
  "approveDocument",
  "chooseOptionalWork",
  "signGeneralDocument",
  "signGeneralDocumentAsVisitor",
  "sendDocument",
  "removePermission",
];
const CHANGING = Object.entries(CALLS)
  .filter(([, call]) => !call.isReading)
  .map(([name]) => name);
const { names, requests } = many(
  { names: REPRESENTATIVES, requests: 4 },
  { names: CHANGING, requests: 10 },
  { names: CHANGING, requests: 50 },
);
/** So many calls are under way when the one process is killed. */
const AT_ONCE = 6;
const IN_FLIGHT = 5;

let app: TestApp;
let folder: string;
let program: string;
beforeAll(async () => {
  folder = await makeProgramFolder();
  [app, program] = await Promise.all([createTestApp(), buildProgram("killed-server", folder)]);
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true });
});

type Asked = { name: string; call: Call; sent: Sent; token: string; userProfileId: string; key: string };
type Answer = { status: number; text: string };

async function prepare(name: string): Promise<Asked> {
  const call = CALLS[name];
  if (!call) throw new Error(`There is no call ${name}.`);
  const isOfCompany = call.reach === "every-organization";
  const asker = isOfCompany ? await makeAdmin(app.db, "owner") : await makePerson(app.db);
  const { colleague: _, ...ids } = await makeRecordsOf(
    name,
    app,
    isOfCompany ? await makePerson(app.db) : asker,
  );
  const sent = pointAt(name, ids, { ...asker, isWriter: true });
  const { userProfileId } = asker;
  return { name, call, sent, userProfileId, token: await app.signInAs(asker), key: unique("key") };
}

/** Links to files are signed anew for each answer. */
const withoutSignatures = (text: string) => text.replaceAll(/(\/api\/files\/[^"?]+)\?[^"]+/g, "$1");

const counts = { requests: 0, unanswered: 0 };

/** The answer of the process, or of the other one if this one has died or asks for patience. */
async function ask(on: TestApp, asked: Asked): Promise<Answer> {
  const { call, sent, token, key } = asked;
  const headers = { "idempotency-key": key };
  counts.requests += 1;
  const answer = await askWith(on, call, sent, token, headers).catch(() => null);
  if (answer && answer.status !== 503) return answer;
  counts.unanswered += 1;
  return ask(app, asked);
}

/** All answers to one request with one key, sent to both processes: first to the one that will be killed. */
async function askOften(asked: Asked, killed: TestApp): Promise<Answer[]> {
  const answers: Answer[] = [];
  let sent = 0;
  async function askOn(): Promise<void> {
    while (sent < requests) {
      sent += 1;
      answers.push(await ask(sent % 3 === 0 ? app : killed, asked));
    }
  }
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, requests) }, askOn));
  return answers;
}

type Effects = { keys: number; changes: number; rows: number };

/** How many transactions wrote what this request writes: the kept key's own, and every other with audit rows like it. */
async function effectsOf({ key, userProfileId, call }: Asked, since: Date): Promise<Effects> {
  const { rows } = await app.deps.database.asOwner((owner) =>
    owner.query<Effects>(
      `with kept as (select xmin::text as change from idempotency_keys where key = $1),
         deeds as (select xmin::text as change, action, user_profile_id from audit_events where at >= $3),
         own as (select action from deeds join kept using (change))
       select (select count(*)::int from kept) as keys,
         (select count(*)::int from own) as rows,
         (select count(distinct change)::int from
           (select change from kept union all
            select change from deeds where case when $4 then user_profile_id is null and action in (select action from own)
              else user_profile_id = $2 end) as done) as changes`,
      [key, userProfileId, since, call.who === "public"],
    ),
  );
  return rows[0] ?? { keys: 0, changes: 0, rows: 0 };
}

/** Starts a second server on the app's data, whose nth change with a key ends it (-9) at this point. */
async function startKilled(at: RequestKillPoint, nth: number) {
  const PORT = String(await freePort());
  const variables = { ...app.variables, PUBLIC_URL: app.baseUrl, PORT, KILL_CHANGE: String(nth) };
  const serving = startProgram(program, variables, at);
  return {
    async ready(): Promise<TestApp> {
      await serving.ready;
      return Object.create(app, { baseUrl: { value: `http://127.0.0.1:${PORT}` } }) as TestApp;
    },
    killed: serving.killed,
  };
}

test("TRUST-6 the same key sent again and again to two processes, of which one is killed: one effect, one answer", {
  timeout: 3_600_000,
}, async () => {
  const draw = drawFrom(SEED);
  const wrong: string[] = [];
  const figures = { effects: 0, withAudit: 0, different: 0, kills: 0 };
  for (let first = 0; first < names.length; first += AT_ONCE) {
    const group = names.slice(first, first + AT_ONCE);
    const at = REQUEST_KILL_POINTS[draw(REQUEST_KILL_POINTS.length)] ?? "before-commit";
    const nth = 1 + draw(Math.ceil(group.length / 2));
    const serving = await startKilled(at, nth);
    const asked: Asked[] = [];
    for (const name of group) asked.push(await prepare(name));
    const since = new Date();
    const killed = await serving.ready();
    const answered = await Promise.all(asked.map((one) => askOften(one, killed)));
    await serving.killed();
    figures.kills += 1;
    for (const [place, one] of asked.entries()) {
      const answers = answered[place] ?? [];
      const texts = new Set(answers.map(({ status, text }) => `${status} ${withoutSignatures(text)}`));
      const { keys, changes, rows } = await effectsOf(one, since);
      figures.effects += changes;
      figures.withAudit += rows > 0 ? 1 : 0;
      figures.different += texts.size - 1;
      const isRight =
        keys === 1 && changes === 1 && texts.size === 1 && answers.every(({ status }) => status === 200);
      if (!isRight)
        wrong.push(`${one.name} (${at} ${nth}): ${keys} keys, ${changes} effects, ${[...texts].join(" | ")}`);
    }
  }
  tellFigure(
    `TRUST-6: ${names.length} calls, ${counts.requests} requests (${counts.unanswered} of them without an answer), ` +
      `${figures.kills} kills, ${figures.effects} effects (${figures.withAudit} with audit rows), ` +
      `${figures.different} different answers; seed ${SEED}`,
  );
  expect(wrong).toEqual([]);
});

const DECISIONS = [
  "approveDocument",
  "declineDocument",
  "signGeneralDocument",
  "sendDocument",
  "chooseOptionalWork",
];
const KILLS = DECISIONS.flatMap((name) => REQUEST_KILL_POINTS.map((at) => ({ name, at })));
const repeated = (times: number) => Array.from({ length: times }, () => KILLS).flat();

/** Jobs that wait or have failed. */
async function jobsLeft(): Promise<unknown[]> {
  const { rows } = await app.deps.database.asOwner((owner) =>
    owner.query(
      "select name, state from pgboss.job where state in ('created', 'retry', 'active', 'failed') and start_after <= now()",
    ),
  );
  return rows;
}

test("TRUST-8 a decision whose server is killed in its midst and that is sent again is there once, with all its jobs done", {
  timeout: 7_200_000,
}, async () => {
  // Of the five decisions together each point gets 20 kills, and 200.
  const kills = many(KILLS.slice(1, 2), repeated(4), repeated(40));
  const wrong: string[] = [];
  for (const { name, at } of kills) {
    const serving = await startKilled(at, 1);
    const asked = await prepare(name);
    const since = new Date();
    const { status, text } = await ask(await serving.ready(), asked);
    await serving.killed();
    const { keys, changes } = await effectsOf(asked, since);
    if (status !== 200 || keys !== 1 || changes !== 1)
      wrong.push(`${name} (${at}): ${status} ${text}, ${keys} keys, ${changes} effects`);
  }
  await expect.poll(jobsLeft).toEqual([]);
  tellFigure(`TRUST-8: ${kills.length} kills of deciding requests, ${wrong.length} lost or doubled, 0 stuck`);
  expect(wrong).toEqual([]);
});
