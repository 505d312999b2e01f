import { Agent } from "node:http";
import { drizzle } from "drizzle-orm/node-postgres";
import { expect, test } from "vitest";
import { openClientView } from "#contract/admin/organizations.ts";
import type { Db } from "#server/db/database.ts";
import { getDocument } from "#server/documents/get-document.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { type Asked, checkAnswers } from "#tests/support/check-answers.ts";
import { makeAdmin } from "#tests/support/factories.ts";
import { createChanges } from "#tests/support/hammer-changes.ts";
import { createFaults } from "#tests/support/hammer-faults.ts";
import {
  type Ask,
  drawOfAdmin,
  drawOfMember,
  drawOfVisitor,
  type Leave,
  send,
} from "#tests/support/hammer-requests.ts";
import {
  connectBeside,
  type HammeredPerson,
  makeHammerWorld,
  type SignIn,
} from "#tests/support/hammer-world.ts";
import { createTestApp, openSession, type TestApp } from "#tests/support/make-app.ts";
import { PROVED } from "#tests/support/proved.ts";
import { casesFor, drawFrom, reportFigure, SEED } from "#tests/support/suite-cases.ts";

const REQUESTS = casesFor(1000, 12_000);
const CONCURRENCY = casesFor(24, 40);
const CHANGE_EVERY = 12;
const BREAK_EVERY = 25;
/** A busy machine may need this many times the requests until each fault has affected some. */
const MAX_TIMES = 4;

test("HOUSE-1 while sockets, connections, statements and rights end, two portals answer every request of members, admins and visitors: no foreign records, nothing after a removal", async () => {
  const app = await createTestApp();
  const other = await createTestApp({ ...app.variables, PUBLIC_URL: app.baseUrl });
  const portals = [app, other];
  for (const portal of portals) {
    await portal.deps.queue.stop();
    portal.log.allowErrors(
      /"msg":"(The database cannot be reached|An idle connection to the database failed)/,
    );
  }
  const beside = connectBeside(app);
  const past: Db = drizzle({ client: beside });
  const agent = new Agent({ keepAlive: true });
  const draw = drawFrom(SEED);
  const oneOf = <One>(all: readonly One[]) => all[draw(all.length)] as One;

  /** Asks until a portal can answer. */
  async function insist(ask: Omit<Ask, "kind" | "reach" | "person">): Promise<string> {
    for (;;) {
      const asked = { ...ask, kind: "set-up", reach: "person", person: null } as const;
      const { status, text, how } = await send(agent, oneOf(portals).baseUrl, asked);
      if (status === 200) return text;
      if (how !== "answered" || status !== 503) throw new Error(`${ask.path}: ${how} ${status} ${text}`);
    }
  }
  async function signIn(person: { authUserId: string; userProfileId: string }): Promise<SignIn> {
    const session = await openSession({ ...app.deps, db: past }, person);
    const opened = { session, endAsked: Number.POSITIVE_INFINITY, endConfirmed: Number.POSITIVE_INFINITY };
    const asSession = { ...opened, token: session, pass: null };
    const { token } = JSON.parse(await insist({ signIn: asSession, method: "GET", path: "auth/token" }));
    return { ...opened, token, pass: null };
  }
  const hashOf = async (organizationId: string, uniqueDocumentId: string) =>
    (await getDocument(app.deps, organizationId, { uniqueDocumentId })).contentHash;
  const world = await makeHammerWorld(app, hashOf, signIn);
  const chief = await signIn(await makeAdmin(app.db, "owner"));

  /** An admin's pass to see the portal as an organization, for this sign-in. */
  async function addClientViewPass(person: HammeredPerson): Promise<void> {
    const organization = draw(world.organizations.length);
    const id = world.organizations[organization]?.organizationId ?? "";
    const path = openClientView.path.replace("{id}", id);
    const asked: Ask = {
      kind: "pass",
      reach: "company",
      method: "POST",
      path,
      person,
      signIn: person.signIn,
    };
    const { status, text } = await send(agent, oneOf(portals).baseUrl, asked);
    if (status === 200) person.signIn.pass = { organization, pass: JSON.parse(text).data.pass };
  }

  const all: Asked[] = [];
  async function ask(given: Ask, leave: Leave, at: TestApp = oneOf(portals)): Promise<Asked> {
    const sentAt = performance.now();
    const answer = await send(agent, at.baseUrl, given, leave);
    const asked = { ask: given, answer, sentAt, settledAt: performance.now() };
    all.push(asked);
    return asked;
  }
  const drawLeave = (): Leave => {
    const turn = draw(24);
    if (turn === 0) return "at-head";
    if (turn === 1) return "in-body";
    return turn === 2 ? { afterMs: draw(30) } : null;
  };
  const requestAs = (person: HammeredPerson) =>
    ask((person.homes.length === 0 ? drawOfAdmin : drawOfMember)(draw, world, person), drawLeave());

  const faults = createFaults(beside, portals, draw);
  const call = (as: SignIn, method: string, path: string, body?: unknown) =>
    send(agent, oneOf(portals).baseUrl, {
      kind: "change",
      reach: "company",
      person: null,
      signIn: as,
      method,
      path,
      ...(body !== undefined && { body }),
      ...(as === chief && PROVED),
    });
  const changes = createChanges({ world, db: past, draw, call, chief, signIn });
  const people = [...world.members, ...world.admins];

  async function changeWhileAsking(): Promise<void> {
    const free = people.filter(({ isChanging }) => !isChanging);
    if (free.length === 0) return;
    const person = oneOf(free);
    person.isChanging = true;
    const before = [requestAs(person), requestAs(person), requestAs(person)];
    await changes.changeNext(person);
    await Promise.all([...before, requestAs(person)]);
    person.isChanging = false;
  }

  let sent = 0;
  let isBreaking = false;
  async function breakOne(): Promise<void> {
    isBreaking = true;
    await faults.breakNext();
    isBreaking = false;
  }
  const breaking: Promise<void>[] = [];
  const isEnough = () =>
    sent >= REQUESTS * MAX_TIMES ||
    (sent >= REQUESTS &&
      [...Object.values(faults.done), ...Object.values(changes.done)].every((times) => times > 0));
  async function workOn(): Promise<void> {
    while (!isEnough()) {
      sent += 1;
      if (sent % BREAK_EVERY === 0 && !isBreaking) breaking.push(breakOne());
      if (sent % CHANGE_EVERY === 0) await changeWhileAsking();
      else if (draw(40) === 0) await ask(drawOfVisitor(draw, world), drawLeave());
      else await requestAs(oneOf(people));
      const admin = oneOf(world.admins);
      if (!admin.signIn.pass && draw(20) === 0) await addClientViewPass(admin);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, workOn));
  await Promise.all(breaking);

  const verdict = checkAnswers(all);
  const { foreign, afterRemoval, wronglyRefused, wrong, hung } = verdict;
  expect({ foreign, afterRemoval, wronglyRefused, wrong, hung }).toEqual({
    foreign: [],
    afterRemoval: [],
    wronglyRefused: [],
    wrong: [],
    hung: 0,
  });

  // No fault remains: connections are free, and both portals serve everyone.
  await expect.poll(() => faults.inTransaction()).toBe(0);
  expect(portals.map(({ deps }) => deps.database.pool.waitingCount)).toEqual([0, 0]);
  const after: Asked[] = [];
  for (const portal of portals)
    for (const person of world.members) {
      await changes.grantAgain(person);
      const path = "unique-document/user/list?limit=5";
      const list = {
        kind: "list",
        reach: "member",
        method: "GET",
        path,
        isFull: true,
        target: person.homes[0] ?? 0,
      } as const;
      after.push(await ask({ ...list, person, signIn: person.signIn }, null, portal));
    }
  expect(after.filter(({ answer }) => answer.status !== 200)).toEqual([]);
  expect(checkAnswers(after)).toMatchObject({ foreign: [], afterRemoval: [], wrong: [] });

  const accepted = all.filter(
    ({ ask: { kind }, answer: { status } }) => kind === "acceptance" && status === 200,
  );
  const decided = await app.db.select({ id: documentDecisions.uniqueDocumentId }).from(documentDecisions);
  const ids = new Set(decided.map(({ id }) => id));
  expect(decided).toHaveLength(ids.size);
  expect(accepted.filter(({ ask: { holds } }) => !ids.has(holds ?? ""))).toEqual([]);

  // A hammer that meets nothing shows nothing.
  const met = { ...faults.done, ...changes.done, left: verdict.left, unavailable: verdict.unavailable };
  expect(Object.entries(met).filter(([, times]) => times === 0)).toEqual([]);
  const KINDS = [
    "list",
    "search",
    "document",
    "record",
    "person",
    "people",
    "notifications",
    "choice",
    "acceptance",
  ];
  for (const kind of [...KINDS, "company", "client view", "visitor"])
    expect(verdict.served[kind], kind).toBeGreaterThan(0);
  for (const kind of [...KINDS.slice(2, 4), "people", "ended sign-in", "no sign-in", "visitor"])
    expect(verdict.refused[kind], kind).toBeGreaterThan(0);

  const told = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([what, times]) => `${what} ${times}`)
      .join(", ");
  reportFigure(
    `HOUSE-1: ${all.length} requests at two portals, ${CONCURRENCY} at once: 0 foreign, 0 after a removal, 0 hung; ` +
      `served ${told(verdict.served)}; refused ${told(verdict.refused)}; met ${told(met)}; seed ${SEED}`,
  );
  agent.destroy();
  await beside.end();
  await other.close();
  await app.close();
});
