import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type OutgoingHttpHeaders,
} from "node:http2";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LIVE_PATH } from "#contract/live.ts";
import { makePerson } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { makeCertificate } from "#tests/support/make-certificate.ts";

const { key, cert: ca } = makeCertificate(["localhost"]);

let folder: string;
let plain: TestApp;
let app: TestApp;
let authorization: string;
let address: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "counterpart-tls-"));
  const [TLS_KEY, TLS_CERT] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  await writeFile(TLS_KEY, key);
  await writeFile(TLS_CERT, ca);
  // The tests' own client speaks HTTP.
  plain = await createTestApp({ PUBLIC_URL: "https://localhost" });
  authorization = `Bearer ${await plain.signInAs(await makePerson(plain.db))}`;
  await plain.stop();
  app = await createTestApp({ ...plain.variables, TLS_KEY, TLS_CERT });
  address = app.baseUrl.replace("http://127.0.0.1", "https://localhost");
});
afterAll(async () => {
  await app.stop();
  await plain.close();
  await rm(folder, { recursive: true });
});

async function on2(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: string) {
  const stream: ClientHttp2Stream = session.request(headers);
  stream.end(body);
  const [answer] = await once(stream, "response");
  return { stream, answer };
}

async function on1(path: string): Promise<IncomingMessage> {
  const asked = request(`${address}${path}`, { ca, headers: { authorization } }).end();
  const [answer] = await once(asked, "response");
  return answer;
}

test("TRUST-10 with a certificate the portal serves HTTP/2 and HTTP/1.1, live events on both, and stops", async () => {
  const session = connect(address, { ca });
  const health = await on2(session, { ":path": "/healthz" });
  expect(health.answer[":status"]).toBe(200);
  expect(health.answer["strict-transport-security"]).toMatch(/max-age=\d{6}/);
  expect(await text(health.stream)).toBe('{"status":"ok"}');
  const large = {
    ":path": "/api/user-profile/user",
    ":method": "PATCH",
    "content-type": "application/json",
    authorization,
  };
  const refused = await on2(session, large, "x".repeat(2_000_000));
  expect(refused.answer[":status"]).toBe(413);
  expect(JSON.parse(await text(refused.stream))).toMatchObject({ error: expect.anything() });

  const second = await on2(session, { ":path": LIVE_PATH, authorization });
  expect(second.answer).toMatchObject({ ":status": 200, "content-type": "text/event-stream; charset=utf-8" });
  expect(String(await once(second.stream, "data"))).toContain("event: ready");
  const first = await on1(LIVE_PATH);
  expect(first).toMatchObject({ httpVersion: "1.1", statusCode: 200 });
  expect(String(await once(first, "data"))).toContain("event: ready");

  const ended = Promise.all([once(first, "close"), once(session, "close")]);
  await app.stop();
  await ended;
  expect(app.log.records.filter(({ level }) => level > 40)).toEqual([]);
});
