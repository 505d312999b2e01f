import { eq } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { change, PORTAL } from "#server/access/change.ts";
import { lockOrganization } from "#server/organizations/queries.ts";
import { withScope } from "#server/rls/scoped-db.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import {
  type Approval,
  type Decider,
  type Done,
  follow,
  RECALLED,
  RULES,
  SENT,
  type Step,
} from "#tests/support/approval-model.ts";
import { type ApprovalWorld, makeApprovalWorld, type Stored } from "#tests/support/approval-world.ts";
import { makeOrganization } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { casesFor, isLong, reportFigure } from "#tests/support/suite-cases.ts";
import { COMMITS_CHANGE, CONFIRMS_CALLER, type Tap, tapMessages } from "#tests/support/tapped-messages.ts";

// Two requests at once, in each way in which the first can be overtaken once: it is held before its nth message to the
// database, the second one goes on until it has ended or waits for a lock, then both go on.

type Doing = Step | "resend";
type Pair = { begin: Approval; first: Doing; second: Doing; pauseBefore: number | string };

/** Two servers on one database. Only the requests of a pair reach them, one each. */
type Line = { servers: [TestApp, TestApp]; taps: [Tap, Tap]; watch: Client };

let app: TestApp;
let lines: Line[] = [];
const LINES = casesFor(1, 2);

beforeAll(async () => {
  app = await createTestApp();
  await app.deps.queue.stop();
  lines = await Promise.all(Array.from({ length: LINES }, openLine));
});
afterAll(async () => {
  for (const { servers, watch } of lines) {
    await watch.end();
    for (const server of servers) await server.stop();
  }
  await app?.close();
});

async function openLine(): Promise<Line> {
  // Tokens are issued under the first address.
  const open = async () => {
    const server = await createTestApp({ ...app.variables, PUBLIC_URL: app.baseUrl });
    await server.deps.queue.stop();
    return server;
  };
  const servers: Line["servers"] = [await open(), await open()];
  const watch = new Client({ connectionString: app.variables.DATABASE_URL });
  await watch.connect();
  return { servers, taps: [tapMessages(servers[0]), tapMessages(servers[1])], watch };
}

/** Commits come one after the other, so that their order is known. */
function orderCommits(taps: Line["taps"]): { order: (0 | 1)[] } {
  const order: (0 | 1)[] = [];
  let last = Promise.resolve();
  for (const place of [0, 1] as const) {
    let openGate: () => void = () => undefined;
    taps[place].beforeCommit = () => {
      const before = last;
      last = new Promise((resolve) => {
        openGate = resolve;
      });
      return before;
    };
    taps[place].afterCommit = (isDone) => {
      if (isDone) order.push(place);
      openGate();
    };
  }
  return { order };
}

type Asked = Done & { status: number; text: string };

/** Sends a step to a server. "resend" recalls the document, edits it and sends the edited text. */
async function carryOut(server: TestApp, world: ApprovalWorld, doing: Doing, by: Decider): Promise<Asked[]> {
  if (doing !== "resend") return [{ step: doing, by, ...(await world.ask(server, doing, by)) }];
  const asked: Asked[] = [];
  for (const step of ["recall", "edit", "send"] as const) {
    if (step === "edit") await world.readDraft(server);
    asked.push({ step, by, ...(await world.ask(server, step, by)) });
    if (step === "edit") await world.readDraft(server);
    if (asked.at(-1)?.status !== 200) break;
  }
  return asked;
}

const WAITS =
  "select from pg_locks where not granted and locktype in ('transactionid', 'tuple', 'relation') and pid = any($1)";

async function untilEndedOrWaiting(ended: Promise<unknown>, tap: Tap, watch: Client): Promise<void> {
  let isOver = false;
  void ended.finally(() => {
    isOver = true;
  });
  for (;;) {
    const { rows } = await watch.query(WAITS, [tap.connections()]);
    if (isOver || rows.length > 0) return;
  }
}

type Tried = { wasHeld: boolean; wrong: string[]; decision: string | null };

async function tryPair({ servers, taps, watch }: Line, pair: Pair): Promise<Tried> {
  const { begin, first, second, pauseBefore } = pair;
  const world = await makeApprovalWorld(app);
  if (begin.status === "DRAFT") expect((await world.ask(app, "recall", "person")).status).toBe(200);
  const { order } = orderCommits(taps);
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let [sent, wasHeld] = [0, false];
  taps[0].before = (text) => {
    sent += 1;
    if (wasHeld || (typeof pauseBefore === "number" ? sent < pauseBefore : !text.includes(pauseBefore)))
      return;
    wasHeld = true;
    held.resolve();
    return release.promise;
  };
  const isTwice = first in DECISIONS && second in DECISIONS;
  const answered = carryOut(servers[0], world, first, "person");
  await Promise.race([held.promise, answered]);
  const concurrently = carryOut(servers[1], world, second, isTwice ? "colleague" : "person");
  await untilEndedOrWaiting(concurrently, taps[1], watch);
  release.resolve();
  const asked = [await answered, await concurrently];
  taps[0].before = () => undefined;
  const stored = await world.read();
  const done = asked.map((some) => some.filter(({ status }) => status === 200));
  const inOrder = order.flatMap((place) => done[place]?.shift() ?? []);
  const amiss = [
    ...done.flat().map(({ step }) => `${step} was answered and not committed`),
    ...(inOrder.length === order.length ? [] : ["committed and not answered"]),
    ...plan(world, begin, inOrder, asked.flat(), stored),
  ];
  const name = `${begin.status} ${first} held before ${pauseBefore}, ${second}: `;
  const told = JSON.stringify({ asked: asked.flat().map(({ step, status }) => `${step} ${status}`), stored });
  return {
    wasHeld,
    wrong: amiss.map((one) => `${name}${one} ${told}`),
    decision: stored.decisions[0]?.decision ?? null,
  };
}

const DECISIONS: Partial<Record<Doing, { event: string; job: string }>> = {
  accept: { event: "document.approve", job: "render-document-pdf" },
  decline: { event: "document.decline", job: "mail-decline" },
};

/** What is not as it must be after these requests in this order. */
function plan(
  world: ApprovalWorld,
  begin: Approval,
  done: readonly Done[],
  asked: readonly Asked[],
  stored: Stored,
): string[] {
  const { state, states, forbidden, actions, decided } = follow(begin, done);
  const wrong = forbidden.map((step) => `${step} was carried out`);
  for (const { step, by, saves, status, text } of asked) {
    if (status >= 500) wrong.push(`${step} answered ${status} ${text}`);
    const wasAlwaysRight = states.every((one) => RULES[step].may(one, by, saves));
    if (status !== 200 && wasAlwaysRight) wrong.push(`${step} was refused: ${text}`);
  }
  const decision = DECISIONS[state.status === "APPROVED" ? "accept" : "decline"];
  const recalled = begin.status === "DRAFT" ? ["document.recall"] : [];
  const sendings = actions.filter((action) => action === "document.send");
  const hash = stored.decisions[0]?.contentHash ?? null;
  const wanted = {
    status: state.status,
    isWithdrawn: state.isWithdrawn,
    isWanted: state.isWanted,
    right: state.right,
    isPerson: state.isPerson,
    isActive: state.isActive,
    versions: 1 + sendings.length,
    actions: [...recalled, ...actions].toSorted(),
    events: [
      ...(decided && decision ? [{ kind: decision.event, contentHash: hash }] : []),
      ...sendings.map((kind) => ({ kind, contentHash: null })),
    ],
    jobs: decided && decision ? [decision.job] : [],
    decisions: decided
      ? [{ decision: state.status, decider: state.decidedBy, contentHash: hash, content: decided }]
      : [],
  };
  try {
    expect(stored).toEqual(wanted);
    if (state.status === "APPROVED") expect(hash).toBe(world.shownHash);
  } catch (error) {
    wrong.push(error instanceof Error ? error.message : String(error));
  }
  return wrong;
}

const ALL = [...(Object.keys(RULES) as Step[]), "resend"] as const;

/** Acceptances that wait for their commit, or ran before the other, and the other way round. */
const SHORT: Pair[] = [
  ...(["choose", "remove", "accept"] as const).map((second) => at("accept", second, COMMITS_CHANGE)),
  ...(["choose", "remove", "resend", "lower", "deactivate", "erase"] as const).map((second) =>
    at("accept", second, CONFIRMS_CALLER),
  ),
  at("accept", "erase", 'insert into "document_decisions"'),
  at("erase", "accept", 'delete from "organization_permissions"'),
  ...(["choose", "recall", "withdraw", "decline", "resend"] as const).map((first) =>
    at(first, "accept", COMMITS_CHANGE),
  ),
];

function at(first: Doing, second: Doing, pauseBefore: string): Pair {
  return { begin: SENT, first, second, pauseBefore };
}

/**
 * Every order of two: of a decision and something else in `prove`, of everything, also of a recalled document, with
 * `--long`.
 */
const LONG = pairsOf(SENT, (...both) => both.some((one) => one in DECISIONS));
const ALL_PAIRS = [...pairsOf(SENT), ...pairsOf(RECALLED)];

function pairsOf(begin: Approval, isMeant: (first: Doing, second: Doing) => boolean = () => true) {
  return ALL.flatMap((first) => ALL.map((second) => ({ begin, first, second }))).filter(({ first, second }) =>
    isMeant(first, second),
  );
}

async function tryAll(line: Line, left: Omit<Pair, "pauseBefore">[], report: (tried: Tried) => void) {
  for (let pair = left.shift(); pair; pair = left.shift()) {
    let wasHeld = true;
    for (let pauseBefore = 1; wasHeld; pauseBefore += 1) {
      const tried = await tryPair(line, { ...pair, pauseBefore });
      report(tried);
      wasHeld = tried.wasHeld;
    }
  }
}

test("TRUST-8 in every interleaving of two transactions, each decision is of what was sent and selected, by a person who may decide", {
  timeout: casesFor(240_000, 3_600_000),
}, async () => {
  const counts = { tried: 0, APPROVED: 0, DECLINED: 0 };
  const wrong: string[] = [];
  const report = (tried: Tried) => {
    counts.tried += 1;
    if (tried.decision === "APPROVED" || tried.decision === "DECLINED") counts[tried.decision] += 1;
    wrong.push(...tried.wrong);
  };
  const [line] = lines;
  const left = casesFor([], LONG, ALL_PAIRS);
  if (isLong) await Promise.all(lines.map((one) => tryAll(one, left, report)));
  else if (line) for (const pair of SHORT) report(await tryPair(line, pair));
  reportFigure(
    `TRUST-8: ${counts.tried} interleavings of two requests, ${counts.APPROVED} accepted, ${counts.DECLINED} declined, ` +
      `${wrong.length} wrong`,
  );
  expect(wrong).toEqual([]);
  expect(counts.APPROVED).toBeGreaterThan(0);
  const { message } = await verifyEvidence(withScope(app.deps, { role: "portal" }), () => undefined);
  expect(message).toMatch(/^Intact/);
});

test("TRUST-6 of two changes that wait for each other one is undone and done again", async () => {
  const deps = withScope(app.deps, { role: "portal" });
  const [one, other] = [await makeOrganization(app.db), await makeOrganization(app.db)];
  const hasFirst = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const running: Promise<void>[] = [];
  let tries = 0;
  const lockBoth = (place: 0 | 1, ids: readonly string[]) =>
    change(deps, PORTAL, async ({ tx, record }) => {
      tries += 1;
      // The retry runs after the other one.
      if (tries > 2) await running[1 - place];
      for (const id of ids) {
        await lockOrganization(tx, id);
        hasFirst[place].resolve();
        await Promise.all(hasFirst.map(({ promise }) => promise));
      }
      await record({ action: "organization.verify", subjectId: one.organizationId, details: { place } });
    });
  const ids = [one.organizationId, other.organizationId];
  running.push(lockBoth(0, ids), lockBoth(1, ids.toReversed()));
  await Promise.all(running);
  expect(tries).toBe(3);
  const done = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, one.organizationId));
  expect(done.map(({ details }) => details.place).toSorted()).toEqual([0, 1]);
});
