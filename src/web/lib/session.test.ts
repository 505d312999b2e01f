import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getProfile, updateProfile } from "#contract/account.ts";
import { CALLS } from "#contract/calls.ts";
import type { ApiError } from "./api-error.ts";

// A browser with one page, and a portal that knows the session of one person at a time.

type Sent = { token: string | null; key: string | null };

/** Whose session it is, with a new token for each; null: it has ended. */
let session: string | null = null;
let changes: Sent[] = [];
let channel: EventTarget;
let shown: { email: string; cancel: (error: ApiError) => void; isOpen: boolean }[] = [];
const replace = vi.fn();
const assign = vi.fn();

beforeEach(() => {
  session = tokenOf("ada", 1);
  changes = [];
  shown = [];
  replace.mockClear();
  assign.mockClear();
  const location = { pathname: "/permissions", search: "?page=2", hash: "", replace, assign };
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location }));
  vi.stubGlobal("document", {
    activeElement: null,
    documentElement: { dataset: {} },
    getElementById: () => null,
  });
  vi.stubGlobal("HTMLElement", class {});
  channel = new EventTarget();
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      addEventListener = channel.addEventListener.bind(channel);
      postMessage(): void {}
    },
  );
  vi.stubGlobal("fetch", async (path: string, options: RequestInit = {}) => answer(path, options));
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function answer(path: string, { method = "GET", headers }: RequestInit): Response {
  if (path.startsWith("/api/auth/token"))
    return session === null ? new Response(null, { status: 204 }) : Response.json({ token: session });
  if (path.startsWith("/api/auth/")) return Response.json({});
  const read = new Headers(headers);
  const token = read.get("authorization")?.replace("Bearer ", "") ?? null;
  if (method !== "GET") changes.push({ token, key: read.get("idempotency-key") });
  if (token !== session)
    return Response.json({ error: { code: "unauthenticated", message: "No." } }, { status: 401 });
  return Response.json({ data: { of: token } });
}

function tokenOf(sub: string, turn: number): string {
  const claims = { sub, turn, email: `${sub}@ember.example`, exp: Date.now() / 1000 + 900 };
  return `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;
}

/** A page whose person has a session. */
async function openPage() {
  const [lib, { call }, { ApiError }] = await Promise.all([
    import("./session.ts"),
    import("./call.ts"),
    import("./api-error.ts"),
  ]);
  lib.signInOverPageWith(async () => (email, cancel) => {
    const prompt = { email, cancel, isOpen: true };
    shown.push(prompt);
    return () => {
      prompt.isOpen = false;
    };
  });
  await lib.identityToken();
  const change = (firstName: string) =>
    call(updateProfile, { body: { firstName, lastName: "", activeOrganizationId: null } } as never);
  const refusal = new ApiError(401, "unauthenticated", "Not saved.", { reason: lib.SESSION_ENDED });
  return { ...lib, refusal, change, read: () => call(getProfile) };
}

const untilShown = () => vi.waitFor(() => expect(shown).toHaveLength(1));
const isCovered = () => document.documentElement.dataset.covered !== undefined;

test("FIRST-10 calls of an ended session wait for one sign-in, and are sent again with their keys", async () => {
  const { change, read, signIn } = await openPage();
  session = null;
  const waiting = Promise.all([change("Ada"), change("Grace"), read()]);
  await untilShown();
  expect([shown[0]?.email, isCovered()]).toEqual(["ada@ember.example", true]);

  session = tokenOf("ada", 2);
  await signIn("ada@ember.example", "counterpart");
  expect(await waiting).toEqual(Array(3).fill({ of: session }));
  expect([shown.length, shown[0]?.isOpen, isCovered()]).toEqual([1, false, false]);
  const [first, second, ...again] = changes;
  expect(again.map(({ key }) => key).toSorted()).toEqual([first?.key, second?.key].toSorted());
  expect(new Set(again.map(({ token }) => token))).toEqual(new Set([session]));
});

const CHANGES = Object.entries(CALLS).filter(([, { who, isReading }]) => who !== "public" && !isReading);

test("FIRST-10 each call that changes something waits for the sign-in with its words, and is sent again once, with its key", async () => {
  const { signIn } = await openPage();
  const { call } = await import("./call.ts");
  const sent: { key: string; request: string }[] = [];
  const portal = globalThis.fetch;
  vi.stubGlobal("fetch", async (path: string, options: RequestInit = {}) => {
    const key = new Headers(options.headers).get("idempotency-key");
    if (key !== null) sent.push({ key, request: `${options.method} ${path} ${options.body as string}` });
    return portal(path, options);
  });
  session = null;
  const typed = (name: string) => ({ params: new Proxy({}, { get: () => name }), body: { typed: name } });
  const waiting = Promise.all(
    CHANGES.map(([name, what]) => call(what as typeof updateProfile, typed(name) as never)),
  );
  await untilShown();
  // A window that waits asks before it is closed.
  expect(closes()).toBe(false);
  session = tokenOf("ada", 2);
  await signIn("ada@ember.example", "counterpart");
  expect(await waiting).toEqual(CHANGES.map(() => ({ of: session })));
  const [before, again] = [sent.slice(0, CHANGES.length), sent.slice(CHANGES.length)];
  expect(new Set(before.map(({ key }) => key)).size).toBe(CHANGES.length);
  expect(again).toHaveLength(CHANGES.length);
  expect(again).toEqual(expect.arrayContaining(before));
  expect(closes()).toBe(true);
});

const closes = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("FIRST-10 after a cancelled sign-in the calls that wait fail; background calls open no further sign-in, and go on after one elsewhere", async () => {
  const { change, read, refusal, untilSignedIn, isSessionEnd } = await openPage();
  session = null;
  const refused = change("Ada").catch((error: unknown) => error);
  await untilShown();
  shown[0]?.cancel(refusal);
  expect(await refused).toBe(refusal);
  const late = await read().catch((error: unknown) => error);
  expect([isSessionEnd(late), shown.length, isCovered()]).toEqual([true, 1, true]);

  session = tokenOf("ada", 2);
  channel.dispatchEvent(new MessageEvent("message", { data: "signed-in" }));
  await untilSignedIn();
  expect([await read(), isCovered()]).toEqual([{ of: session }, false]);
});

test("FIRST-10 another person who signs in begins at their own start, and nothing is sent in their name", async () => {
  const { change, signIn } = await openPage();
  const former = session;
  session = null;
  void change("Ada");
  await untilShown();
  session = tokenOf("bo", 1);
  void signIn("bo@ember.example", "counterpart");
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith("/"));
  expect([changes.map(({ token }) => token), isCovered()]).toEqual([[former], true]);
});

test.each([
  { typed: false, leads: "/login?return=%2Fpermissions%3Fpage%3D2" },
  { typed: true, leads: undefined },
])(
  "GUARD-5 FIRST-10 a sign-out in another tab, with unsaved words here: $typed",
  async ({ typed, leads }) => {
    await openPage();
    if (typed) window.addEventListener("beforeunload", (event) => event.preventDefault());
    session = null;
    channel.dispatchEvent(new MessageEvent("message", { data: "signed-out" }));
    if (typed) await untilShown();
    expect(replace.mock.calls[0]?.[0]).toBe(leads);
  },
);

test("GUARD-5 FIRST-10 who signs out leaves a covered page without a question, and nothing is sent in the name of who comes next", async () => {
  const { change, signOut } = await openPage();
  const ask = vi.fn();
  await signOut();
  window.addEventListener("beforeunload", ask);
  window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect([assign.mock.calls, isCovered(), ask.mock.calls]).toEqual([[["/"]], true, []]);

  session = tokenOf("bo", 1);
  void change("Ada");
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith("/"));
  expect([changes, isCovered()]).toEqual([[], true]);
});

/** They could not be sent again. A form with an address would be sent by the browser itself, and the page would be left. */
const OTHER_WAYS =
  /new (EventSource|WebSocket)\b|sendBeacon\(|formAction=|<form\b(?![^>]*onSubmit)|<form\b[^>]*\saction=/;

/** These send no token: they look for the portal, sign in, and read by an unguessable id. */
const WITHOUT_TOKEN = ["connection.ts", "session.ts", "import-progress.tsx"];

test("FIRST-10 every request with a token is sent by way of the one that asks to sign in again", async () => {
  const sending: string[] = [];
  for await (const path of glob("src/web/**/*.{ts,tsx}")) {
    if (/\.test\.|^src\/web\/(verify|public-view)\//.test(path)) continue;
    if (WITHOUT_TOKEN.some((name) => path.endsWith(`/${name}`))) continue;
    const code = readFileSync(path, "utf8");
    if (OTHER_WAYS.test(code)) sending.push(path);
    if (/\b(fetch|fetchPortal)\(|new XMLHttpRequest/.test(code) && !code.includes("withToken("))
      sending.push(path);
  }
  expect(sending).toEqual([]);
});
