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
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LIVE_PATH } from "#contract/live.ts";
import { makePerson } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { makeCertificate } from "#tests/support/make-certificate.ts";

const { key, cert: ca } = await makeCertificate(["localhost"]);

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

/** The version and cipher that both agree on; throws if they agree on none. */
async function agreeOn(options: ConnectionOptions) {
  const socket = connectTls({ host: "localhost", port: Number(new URL(address).port), ca, ...options });
  await once(socket, "secureConnect");
  const agreed = [socket.getProtocol(), socket.getCipher().standardName];
  socket.destroy();
  return agreed;
}

test("TRUST-10 only TLS 1.2 and 1.3 are spoken, with ciphers of forward secrecy, the strongest first", async () => {
  expect(await agreeOn({})).toEqual(["TLSv1.3", "TLS_AES_256_GCM_SHA384"]);
  const second = { maxVersion: "TLSv1.2" } as const;
  expect(await agreeOn(second)).toEqual(["TLSv1.2", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"]);
  const weak = "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384";
  expect((await agreeOn({ ...second, ciphers: weak }))[1]).toBe("TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");
  const ciphers = "ECDHE-ECDSA-AES256-SHA384:ECDHE-ECDSA-AES128-SHA:AES128-GCM-SHA256";
  await expect(agreeOn({ ...second, ciphers })).rejects.toThrow(/handshake failure/);
  const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "ALL:@SECLEVEL=0" } as const;
  await expect(agreeOn(old)).rejects.toThrow(/protocol version/);
});

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
  expect(refused.answer["strict-transport-security"]).toMatch(/max-age=\d{6}/);
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
