import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { makeOrganization, makePerson, makeQuote } from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { createTestApp, startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();

const ACCEPTS = 40;

/** Sends a request on a connection of its own. Resolves with its status, or with how it was cut off. */
function post(path: string, token: string, body: unknown): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const sent = request(
      `${app.baseUrl}${path}`,
      { method: "POST", headers, agent: new Agent() },
      (answer) => {
        answer.resume();
        answer.once("end", () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.once("error", (error) => resolve(error.message));
    sent.end(JSON.stringify(body));
  });
}

test("CARE-8 a portal that is stopped under 40 accepts answers them all", async () => {
  // Accepted documents are not printed.
  await app.deps.queue.stop();
  const organization = await makeOrganization(app.db);
  const as = await makePerson(app.db, { organization });
  const token = await app.signInAs(as);
  const wanted = [];
  for (let made = 0; made < ACCEPTS; made += 1) {
    const { document } = await makeQuote(app.db, { organizationId: organization.organizationId });
    const params = { id: document.uniqueDocumentId };
    const { contentHash } = await app.request(getDocument, { as, params });
    wanted.push({ id: params.id, contentHash });
  }
  // A browser opens connections that it never uses.
  const unused = connect(Number(new URL(app.baseUrl).port), "127.0.0.1").resume();
  const left = once(unused, "close");
  await once(unused, "connect");
  const answered = wanted.map(({ id, contentHash }) =>
    post(`/api/${approveDocument.path.replace("{id}", id)}`, token, {
      uniqueDocumentId: id,
      status: "APPROVED",
      contentHash,
    }),
  );
  // Some requests are under way, others wait in connections that were not read yet.
  await Promise.race(answered);
  const stopped = app.stop();
  expect(await Promise.all(answered)).toEqual(answered.map(() => 200));
  await Promise.all([stopped, left]);
});

test("CARE-8 an idle portal stops within two seconds, also with a page open", async () => {
  const idle = await createTestApp();
  const as = await makePerson(idle.db);
  const page = await openLive(idle, { as });
  const began = performance.now();
  await idle.stop();
  expect(performance.now() - began).toBeLessThan(2000);
  page.close();
  await idle.close();
});
