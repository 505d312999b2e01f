import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_BASE, type Call } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { LIVE_PATH } from "#contract/live.ts";
import { makePerson } from "#tests/support/factories.ts";
import { INTRUDERS, type Intruder, intrudersOf } from "#tests/support/intruders.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

type Guarded = { name: string; method: string; path: string; who: Call["who"] };

const API_CALLS: Guarded[] = Object.entries(CALLS).map(([name, call]) => ({
  name,
  ...call,
  path: `${API_BASE}/${call.path}`,
}));
const STREAM: Guarded = { name: "the live stream", method: "GET", path: LIVE_PATH, who: "person" };
const GUARDED = [...API_CALLS, STREAM].filter((call) => call.who !== "public");

let app: TestApp;
const tokens = new Map<string, string | undefined>();

beforeAll(async () => {
  app = await createTestApp();
  for (const intruder of INTRUDERS) tokens.set(intruder.name, await intruder.token(app));
});
afterAll(() => app?.close());

async function ask(call: Guarded, token: string | undefined): Promise<{ status: number; text: string }> {
  const path = call.path.replaceAll(/\{\w+\}/g, "no-such-id");
  const response = await app.rawRequest(`${call.method} ${path}`, token === undefined ? {} : { token });
  return { status: response.status, text: await response.text() };
}

describe.each(GUARDED)("$name ($who)", (call) => {
  const intruders = intrudersOf(call.who);

  test.each([...intruders])("API-3 API-5 refuses $name: $status", async (intruder: Intruder) => {
    const { status, text } = await ask(call, tokens.get(intruder.name));
    expect(status).toBe(intruder.status);
    const { error, ...rest } = JSON.parse(text);
    expect(rest).toEqual({});
    expect(error.message).toMatch(/^[A-Z].*\.$/);
    if (intruder.status === 401) expect(error.code).toBe("unauthenticated");
    else expect(error).toMatchObject({ code: "forbidden", details: { reason: intruder.reason } });
  });
});

test.each(API_CALLS)("API-3 $name does not turn a writer away at the door", async (call) => {
  const { status } = await ask(call, await app.signInAs(await makePerson(app.db)));
  expect([200, 400, 404]).toContain(status);
});

test.each(API_CALLS.filter((call) => call.who === "public"))(
  "API-3 $name answers a bad token as it answers nobody",
  async (call) => {
    const nobody = await ask(call, undefined);
    expect(nobody.status).not.toBe(401);
    for (const { name } of INTRUDERS.filter((intruder) => intruder.status === 401)) {
      expect(await ask(call, tokens.get(name))).toEqual(nobody);
    }
  },
);
