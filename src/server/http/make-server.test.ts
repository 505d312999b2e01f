import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectOn2, constants } from "node:http2";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectSecurely } from "node:tls";
import { afterAll, expect, test } from "vitest";
import { makeCertificate } from "#tests/support/make-certificate.ts";
import { makeServer } from "./make-server.ts";
import { answerUnread } from "./unread-request.ts";

const REQUEST_TIMEOUT_MS = 200;
/** Much longer than a request may take. */
const DRIPS = 100;
const DRIP_MS = 50;

const { key, cert: ca } = await makeCertificate(["localhost"]);
const folder = mkdtempSync(join(tmpdir(), "counterpart-make-server-"));
const tls = { keyPath: join(folder, "key.pem"), certificatePath: join(folder, "cert.pem") };
writeFileSync(tls.keyPath, key);
writeFileSync(tls.certificatePath, ca);

async function start(secured: typeof tls | null) {
  const options = { requestTimeout: REQUEST_TIMEOUT_MS, clientErrorHandler: answerUnread };
  const app = makeServer({ tls: secured }, options);
  app.post("/", async () => "arrived");
  await app.listen({ host: "127.0.0.1", port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port };
}
const [plain, secured] = [await start(null), await start(tls)];
afterAll(async () => {
  await Promise.all([plain.app.close(), secured.app.close()]);
  rmSync(folder, { recursive: true });
});

/** Writes the parts slowly, then goes on until the connection is closed. Returns what came back. */
async function drip(socket: Socket, parts: readonly string[]): Promise<string> {
  let answer = "";
  socket.on("data", (part: Buffer) => {
    answer += part.toString();
  });
  socket.on("error", () => undefined);
  const left = parts.values();
  const timer = setInterval(() => socket.write(left.next().value ?? "x"), DRIP_MS);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(timer);
  return answer;
}

const HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
const letters = Array.from({ length: DRIPS }, () => "1");
const KINDS: [string, string[]][] = [
  ["a body", [`${HEAD}Content-Length: ${DRIPS}\r\n\r\n`, ...letters]],
  [
    "a body in chunks",
    [`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, ...letters.map(() => "1\r\n1\r\n"), "0\r\n\r\n"],
  ],
  ["headers", [HEAD, ...letters.map((_one, at) => `X-${at}: a\r\n`), "Content-Length: 1\r\n\r\n1"]],
];
const WAYS: [string, () => Socket][] = [
  ["HTTP", () => connect({ port: plain.port, host: "127.0.0.1", allowHalfOpen: true })],
  [
    "HTTPS",
    () => connectSecurely({ port: secured.port, host: "localhost", ca, ALPNProtocols: ["http/1.1"] }),
  ],
];

test.concurrent.for(
  WAYS.flatMap(([way, open]) => KINDS.map(([kind, parts]) => ({ way, kind, open, parts }))),
)(
  "FIELD-1 $kind that drips on $way is refused once its time is over, and its connection ends",
  async ({ open, parts }) => {
    expect(await drip(open(), parts)).toMatch(/^HTTP\/1\.1 408 .*didn't arrive in time/s);
  },
);

test("FIELD-1 a body that drips on HTTP/2 is cancelled once its time is over, and other requests are not", async () => {
  const session = connectOn2(`https://localhost:${secured.port}`, { ca });
  const send = () => session.request({ ":path": "/", ":method": "POST", "content-type": "application/json" });
  const dripping = send();
  dripping.on("error", () => undefined);
  let drips = 0;
  const timer = setInterval(() => {
    drips += 1;
    if (drips < DRIPS) dripping.write("1");
    else dripping.end();
  }, DRIP_MS);
  await new Promise((resolve) => dripping.once("close", resolve));
  clearInterval(timer);
  expect(dripping.rstCode).toBe(constants.NGHTTP2_CANCEL);
  const prompt = send();
  prompt.end("1");
  const [headers] = await once(prompt, "response");
  expect(headers[":status"]).toBe(200);
  session.close();
});
