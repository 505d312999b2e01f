import { connect, type Socket } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { LIVE_PATH } from "#contract/live.ts";
import { authSessions } from "#server/schema/identity.ts";
import { makePerson, type TestPerson, unique } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

// Two streams requested on one connection: the second has no socket while the first is open.

const HEARTBEAT_MS = 15_000;

let app: TestApp;
let socket: Socket | undefined;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  socket?.destroy();
  vi.useRealTimers();
});
afterAll(() => app?.close());

/** Requests all streams at once. The returned function gives everything received so far. */
async function openOnOneConnection(people: TestPerson[]): Promise<() => string> {
  const tokens = await Promise.all(people.map((person) => app.signInAs(person)));
  const { hostname, port } = new URL(app.baseUrl);
  const opened = connect(Number(port), hostname);
  socket = opened;
  let heard = "";
  opened.on("data", (bytes) => {
    heard += bytes.toString();
  });
  for (const token of tokens) {
    opened.write(`GET ${LIVE_PATH} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  }
  await expect.poll(() => vi.getTimerCount()).toBe(people.length);
  return () => heard;
}

async function publishTo({ organizationId }: TestPerson): Promise<string> {
  const id = unique("doc");
  await app.db.transaction((tx) =>
    app.deps.live.publish(tx, { organization: organizationId }, { kind: "document", id }),
  );
  return id;
}

test("API-3 a sign-out while the stream still waits for its connection ends it, and nothing else", async () => {
  const [first, second] = [await makePerson(app.db), await makePerson(app.db)];
  const heard = await openOnOneConnection([first, second]);
  await app.db.delete(authSessions).where(eq(authSessions.userId, second.authUserId));
  vi.advanceTimersByTime(HEARTBEAT_MS);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(HEARTBEAT_MS);
  await publishTo(second);
  const id = await publishTo(first);
  await expect.poll(heard).toContain(id);
  expect(heard().match(/: still here/g)).toHaveLength(2);
  expect(heard().match(/event: ready/g)).toHaveLength(1);
});

test("a stream that waits for a lost connection is closed", async () => {
  const [first, second] = [await makePerson(app.db), await makePerson(app.db)];
  await openOnOneConnection([first, second]);
  socket?.destroy();
  await expect.poll(() => vi.getTimerCount()).toBe(0);
});

test("a stream closes its connection when it ends", async () => {
  const [first, second] = [await makePerson(app.db), await makePerson(app.db)];
  const heard = await openOnOneConnection([first, second]);
  await expect.poll(() => heard().toLowerCase()).toContain("connection: close\r\n");
  await app.db.delete(authSessions).where(eq(authSessions.userId, first.authUserId));
  await publishTo(first);
  await expect.poll(() => socket?.readableEnded).toBe(true);
  await expect.poll(() => vi.getTimerCount()).toBe(0);
});
