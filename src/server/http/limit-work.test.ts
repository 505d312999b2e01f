import Fastify from "fastify";
import { expect, test } from "vitest";
import type { AnyCaller } from "../access/gates.ts";
import { createSecrets } from "../identity/create-secrets.ts";
import { knownDevice, rememberDevice } from "../identity/known-devices.ts";
import { answerError } from "./errors.ts";
import { limitWork } from "./limit-work.ts";

const SECRETS = createSecrets("a secret of thirty-two characters");

const limit = (max: number) => ({ max, windowMs: 60_000 });

/** A server whose callers are named by a header, with limits of 3 changes a person and 2 requests a network. */
function start() {
  const app = Fastify();
  app.setErrorHandler(answerError);
  limitWork(
    app,
    { clock: () => new Date(0), knownBrowser: (headers) => knownDevice(SECRETS, headers, false) },
    { anonymous: limit(2), changes: limit(3) },
  );
  app.addHook("onRequest", async (request) => {
    const { person } = request.headers;
    if (person) request.caller = { who: "person", authUserId: person } as unknown as AnyCaller;
  });
  const read: string[] = [];
  app.addHook("preHandler", async ({ body }) => void read.push(JSON.stringify(body)));
  app.all("/change", async () => "changed");
  app.route({ method: "POST", url: "/search", config: { isReading: true }, handler: async () => "found" });
  const send = async (method: "GET" | "POST" | "DELETE", url: string, person?: string, cookie?: string) => {
    const headers = { ...(person !== undefined && { person }), ...(cookie !== undefined && { cookie }) };
    const answer = await app.inject({
      method,
      url,
      headers,
      ...(method === "POST" && { payload: { a: 1 } }),
    });
    return { status: answer.statusCode, retryAfter: answer.headers["retry-after"], body: answer.body };
  };
  return { send, read };
}

test("FIELD-1 a person who changes too much waits, while others and all that they read go on", async () => {
  const { send, read } = start();
  for (const method of ["POST", "DELETE", "POST"] as const)
    expect(await send(method, "/change", "ada")).toMatchObject({ status: 200 });
  const bodies = read.length;
  const refused = await send("POST", "/change", "ada");
  expect(refused).toMatchObject({ status: 429, retryAfter: "60" });
  expect(refused.body).toContain("You made too many changes in a short time, so this one wasn't saved.");
  expect(read).toHaveLength(bodies);
  expect(await send("POST", "/search", "ada")).toMatchObject({ status: 200 });
  expect(await send("GET", "/change", "ada")).toMatchObject({ status: 200 });
  expect(await send("POST", "/change", "ben")).toMatchObject({ status: 200 });
});

test("FIELD-1 requests before sign-in share the limit of their network, and signed-in people do not use it up", async () => {
  const { send } = start();
  for (const person of ["ada", "ben", "cy"]) await send("POST", "/change", person);
  expect(await send("POST", "/search")).toMatchObject({ status: 200 });
  expect(await send("POST", "/nowhere")).toMatchObject({ status: 404 });
  expect(await send("POST", "/search")).toMatchObject({ status: 429, retryAfter: "60" });
  expect(await send("GET", "/change")).toMatchObject({ status: 200 });
});

test("CARE-9 a browser that an account knows has a limit of its own, whatever its network sends", async () => {
  const { send } = start();
  const inBrowser = (cookie: string) => send("POST", "/search", undefined, cookie);
  const known = () =>
    rememberDevice(SECRETS, { headers: {} }, ["ada@example.test"], false).split(";")[0] ?? "";
  for (let count = 0; count < 3; count += 1) await send("POST", "/search");
  expect(await send("POST", "/search")).toMatchObject({ status: 429 });
  const [own, other] = [known(), known()];
  for (const status of [200, 200, 429]) expect(await inBrowser(own)).toMatchObject({ status });
  expect((await inBrowser(own)).body).toContain(
    "Your browser sent too many requests, so this one wasn't read.",
  );
  expect(await inBrowser(other)).toMatchObject({ status: 200 });
  const [id = ""] = other.split(".").slice(1);
  const forged = `counterpart.device=${id}.${"0".repeat(32)}`;
  for (const cookie of [forged, `counterpart.device=${id}`])
    expect(await inBrowser(cookie)).toMatchObject({ status: 429 });
});
