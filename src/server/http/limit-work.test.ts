import Fastify from "fastify";
import { expect, test } from "vitest";
import type { AnyCaller } from "../access/gates.ts";
import { answerError } from "./errors.ts";
import { limitWork } from "./limit-work.ts";

const limit = (max: number) => ({ max, windowMs: 60_000 });

/** A server whose callers are named by a header, with limits of 3 changes a person and 2 requests a network. */
function start() {
  const app = Fastify();
  app.setErrorHandler(answerError);
  limitWork(app, { clock: () => new Date(0) }, { anonymous: limit(2), changes: limit(3) });
  app.addHook("onRequest", async (request) => {
    const { person } = request.headers;
    if (person) request.caller = { who: "person", authUserId: person } as unknown as AnyCaller;
  });
  const read: string[] = [];
  app.addHook("preHandler", async ({ body }) => void read.push(JSON.stringify(body)));
  app.all("/change", async () => "changed");
  app.route({ method: "POST", url: "/search", config: { isReading: true }, handler: async () => "found" });
  const ask = async (method: "GET" | "POST" | "DELETE", url: string, person?: string) => {
    const headers = person === undefined ? {} : { person };
    const answer = await app.inject({
      method,
      url,
      headers,
      ...(method === "POST" && { payload: { a: 1 } }),
    });
    return { status: answer.statusCode, retryAfter: answer.headers["retry-after"], body: answer.body };
  };
  return { ask, read };
}

test("FIELD-1 a person who changes too much waits, while others and all that they read go on", async () => {
  const { ask, read } = start();
  for (const method of ["POST", "DELETE", "POST"] as const)
    expect(await ask(method, "/change", "ada")).toMatchObject({ status: 200 });
  const bodies = read.length;
  const refused = await ask("POST", "/change", "ada");
  expect(refused).toMatchObject({ status: 429, retryAfter: "60" });
  expect(refused.body).toContain("You made too many changes in a short time, so this one was not saved.");
  expect(read).toHaveLength(bodies);
  expect(await ask("POST", "/search", "ada")).toMatchObject({ status: 200 });
  expect(await ask("GET", "/change", "ada")).toMatchObject({ status: 200 });
  expect(await ask("POST", "/change", "ben")).toMatchObject({ status: 200 });
});

test("FIELD-1 requests before sign-in share the limit of their network, and signed-in people do not use it up", async () => {
  const { ask } = start();
  for (const person of ["ada", "ben", "cy"]) await ask("POST", "/change", person);
  expect(await ask("POST", "/search")).toMatchObject({ status: 200 });
  expect(await ask("POST", "/nowhere")).toMatchObject({ status: 404 });
  expect(await ask("POST", "/search")).toMatchObject({ status: 429, retryAfter: "60" });
  expect(await ask("GET", "/change")).toMatchObject({ status: 200 });
});
