import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getProfile, updateProfile } from "#contract/account.ts";
import { findWebFolder } from "#server/screens/serve-web.ts";
import { createApp } from "#server/start/app.ts";
import { makeDocument, makePerson, type TestPerson } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

// Requests that no client of ours sends, and what must not come back.

let app: TestApp;
let me: TestPerson;
/** The same portal with the built browser part. */
let site: FastifyInstance;
const webFolder = findWebFolder();
beforeAll(async () => {
  app = await createTestApp();
  me = await makePerson(app.db);
  site = await createApp(app.deps, webFolder);
});
afterAll(async () => {
  await site.close();
  await app.close();
});

/** Sends these lines as they are. Returns all that comes back until the connection ends. */
async function send(lines: string[]): Promise<string> {
  const { hostname, port, host } = new URL(app.baseUrl);
  const socket = connect(Number(port), hostname);
  const [first = "", ...more] = lines;
  socket.write([first, `Host: ${host}`, "Connection: close", ...more].join("\r\n"));
  return text(socket);
}

const CHUNKED = ["Transfer-Encoding: chunked", "", "0", "", ""];

test.each([
  ["a length beside chunks", ["Content-Length: 4", ...CHUNKED]],
  ["chunks beside a length", ["Transfer-Encoding: chunked", "Content-Length: 4", "", "0", "", ""]],
  ["two lengths", ["Content-Length: 4", "Content-Length: 5", "", "abcde"]],
  ["a length that is no number", ["Content-Length: +4", "", "abcd"]],
  ["an encoding after chunks", ["Transfer-Encoding: chunked, identity", "", "0", "", ""]],
  ["a length of chunks that is none", ["Transfer-Encoding: chunked", "", "0x4", "abcd", "0", "", ""]],
])(
  "CARE-9 %s: a request whose end is doubtful is refused, and nothing after it is read",
  async (_what, lines) => {
    const answer = await send([
      "POST /healthz HTTP/1.1",
      ...lines,
      "GET /healthz HTTP/1.1",
      "Host: x",
      "",
      "",
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
  },
);

test.each([
  ["no route", "POST /healthz HTTP/1.1", "404 Not Found", []],
  ["an address that cannot be read", "POST /%zz HTTP/1.1", "400 Bad Request", []],
  ["an unsupported expectation", "POST /healthz HTTP/1.1", "417 Expectation Failed", ["Expect: much"]],
])(
  "CARE-9 %s: a request that is answered before its end is doubtful is not answered twice",
  async (_what, first, status, more) => {
    const { hostname, port, host } = new URL(app.baseUrl);
    const socket = connect(Number(port), hostname);
    const all = text(socket);
    const lines = [first, `Host: ${host}`, ...more, "Transfer-Encoding: chunked", "", ""];
    socket.write(lines.join("\r\n"));
    await once(socket, "readable");
    socket.write("0x4\r\nabcd\r\n");
    const answer = await all;
    expect(answer.startsWith(`HTTP/1.1 ${status}\r\n`), answer).toBe(true);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  },
);

test.each(["TRACE", "TRACK", "DEBUG", "PUT"])(
  "CARE-9 %s is no method here, and echoes nothing",
  async (method) => {
    const answer = await send([`${method} /healthz HTTP/1.1`, "X-Owl: brown-owl", "", ""]);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404|405) /);
    expect(answer).not.toContain("brown-owl");
  },
);

test("CARE-9 input is decoded once", async () => {
  const { organizationId } = me;
  const { uniqueDocumentId } = await makeDocument(app.db, {
    organizationId,
    uniqueDocumentId: "oddly-named",
  });
  const statusOf = async (id: string) =>
    (await app.rawRequest(`GET /api/unique-document/user/${id}`, { as: me })).status;
  expect(await statusOf(uniqueDocumentId)).toBe(200);
  expect(await statusOf("%6fddly-named")).toBe(200);
  expect(await statusOf("%256fddly-named")).toBe(400);
  const firstName = "%41da &amp; %2541";
  await app.request(updateProfile, { as: me, body: { firstName } });
  expect(await app.request(getProfile, { as: me })).toMatchObject({ firstName });
});

test.each([
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"firstName":"Ada","__proto__":null}',
  '{"firstName":{"__proto__":{"isAdmin":true}}}',
  '{"firstName":"Ada","\\u005f_pr\\u006Fto__" :1}',
])("CARE-9 %s changes no prototype", async (body) => {
  expect((await app.rawRequest("PATCH /api/user-profile/user", { as: me, body })).status).toBe(400);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test.each(["limit=1&limit=2", "limit=1&limit=1", "limit[]=1", "__proto__[limit]=1"])(
  "CARE-9 a parameter that comes twice, or as a list, is refused: %s",
  async (query) => {
    const answer = await app.rawRequest(`GET /api/unique-document/user/list?${query}`, { as: me });
    expect(answer.status).toBe(400);
  },
);

const UNSERVED = [
  "/.git/HEAD",
  "/.git/config",
  "/.env",
  "/package.json",
  "/src/server/app.ts",
  "/data/secret",
  "/assets",
  "/assets/",
  "/icons/",
  "/demo/",
  "/%2e%2e/package.json",
  "/assets/..%2f..%2f..%2fpackage.json",
];

test.each(UNSERVED)("CARE-9 %s returns no source file and no directory listing", async (url) => {
  const { statusCode, headers, body } = await site.inject(url);
  if (statusCode === 200) expect(body, "the page of all screens").toContain('id="brand"');
  else expect([400, 403, 404]).toContain(statusCode);
  expect(headers["content-type"]).toMatch(/^(text\/html|application\/json); charset=utf-8$/);
  for (const words of ["ref: refs/", '"dependencies"', "createApp(", "<pre>", "Index of"])
    expect(body).not.toContain(words);
});

test("CARE-9 the build contains only what pages load: no sources, maps, dot files or developer tools", () => {
  const files = readdirSync(webFolder, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  expect(files.length).toBeGreaterThan(20);
  const kinds = new Set(files.map(({ name }) => extname(name.replace(/\.(br|gz)$/, ""))));
  const wanted = [".css", ".html", ".jpg", ".js", ".json", ".png", ".svg", ".txt", ".webp", ".woff2"];
  expect([...kinds].filter((one) => !wanted.includes(one))).toEqual([]);
  expect(files.filter(({ name }) => name.startsWith("."))).toEqual([]);
  for (const { name, parentPath } of files.filter((one) => one.name.endsWith(".js"))) {
    const code = readFileSync(join(parentPath, name), "utf8");
    for (const words of ["Download the React DevTools", "/@vite/client", "/dev/blocks", "sourceMappingURL"])
      expect(code.includes(words), `${words} in ${name}`).toBe(false);
  }
});

test("CARE-9 each kind of answer has its content type, and texts their charset", async () => {
  const asset = (kind: string) =>
    `/assets/${readdirSync(join(webFolder, "assets")).find((one) => one.endsWith(kind))}`;
  const types = {
    "/": "text/html",
    "/view/nothing": "text/html",
    "/verify": "text/html",
    "/api/docs/": "text/html",
    "/api/openapi.json": "application/json",
    "/api/nothing": "application/json",
    "/api/auth/jwks": "application/json",
    "/healthz": "application/json",
    "/client-view.css": "text/css",
    "/verify.js": "(text|application)/javascript",
    [asset(".css")]: "text/css",
    [asset(".js")]: "(text|application)/javascript",
  };
  for (const [url, type] of Object.entries(types)) {
    const { headers } = await site.inject(url);
    expect(headers["content-type"], url).toMatch(new RegExp(`^${type}; charset=utf-8$`, "i"));
  }
  expect((await site.inject("/logo.svg")).headers["content-type"]).toMatch(/^image\/svg\+xml/);
});

test("CARE-9 the policy of pages names no other host than that of videos, which load after a press", async () => {
  const { headers } = await site.inject("/");
  const rules = String(headers["content-security-policy"])
    .split(";")
    .map((one) => one.trim().split(" "));
  const others = rules.flatMap(([name, ...sources]) =>
    sources.filter((one) => /[.:*]/.test(one) && one !== "data:").map((one) => `${name} ${one}`),
  );
  expect(others.sort()).toEqual(["frame-src https://www.youtube-nocookie.com", "media-src https:"]);
  expect(rules.map(([name]) => name)).toContain("default-src");
  expect(rules.map(([name]) => name)).not.toContain("connect-src");
});
