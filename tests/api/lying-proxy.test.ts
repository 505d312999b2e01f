import { request } from "node:http";
import { text } from "node:stream/consumers";
import { decodeJwt } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { authSessions } from "#server/schema/identity.ts";
import { makePerson, PASSWORD, type TestPerson } from "#tests/support/factories.ts";
import { mailedText } from "#tests/support/mailed-code.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

// A proxy, or a sender that pretends to be one, whose headers are false.

const PUBLIC_URL = "https://portal.example.test";
/** All say that the portal is another host, without encryption. */
const LIES = {
  host: "elsewhere.example",
  "x-forwarded-host": "elsewhere.example",
  "x-forwarded-proto": "http",
  "x-forwarded-port": "8080",
  forwarded: "for=203.0.113.9;host=elsewhere.example;proto=http",
};

async function startBehindProxy(trusted: string): Promise<TestApp> {
  const app = await createTestApp({ PUBLIC_URL, TRUSTED_PROXIES: trusted });
  onTestFinished(() => app.close());
  return app;
}

type Sent = { origin?: string; body?: object; token?: string; from?: string };

/** A request with all lies; fetch would send its own host. */
function send(app: TestApp, methodAndPath: string, { origin, body, token, from }: Sent = {}) {
  const [method = "", path = ""] = methodAndPath.split(" ");
  const headers = {
    ...LIES,
    ...(origin !== undefined && { origin }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(from !== undefined && { "x-forwarded-for": from }),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  return new Promise<{ status: number; cookies: string[]; text: string }>((resolve, reject) => {
    const asked = request(`${app.baseUrl}${path}`, { method, headers }, (answer) => {
      const { statusCode: status = 0, headers: answered } = answer;
      const cookies = answered["set-cookie"] ?? [];
      text(answer).then((read) => resolve({ status, cookies, text: read }), reject);
    });
    asked.once("error", reject);
    asked.end(body && JSON.stringify(body));
  });
}

const signIn = (app: TestApp, { email }: TestPerson, sent: Sent = {}) =>
  send(app, "POST /api/auth/sign-in/email", {
    origin: PUBLIC_URL,
    ...sent,
    body: { email, password: PASSWORD },
  });

const warnings = (app: TestApp, words: string) => app.log.records.filter(({ msg }) => msg?.includes(words));

test("RUN-1 whatever a proxy says of host and protocol, cookies, tokens and links are those of PUBLIC_URL", async () => {
  const app = await startBehindProxy("1");
  const person = await makePerson(app.db);
  const signedIn = await signIn(app, person, { from: "203.0.113.1" });
  expect(signedIn.status).toBe(200);
  expect(signedIn.cookies.length).toBeGreaterThan(1);
  for (const cookie of signedIn.cookies) expect(cookie).toMatch(/^__Host-.*; Secure/);

  // A program sends no origin. Its sign-in is mailed to the owner of the first browser, with a link.
  const body = { email: person.email, password: PASSWORD };
  const byProgram = await send(app, "POST /api/auth/sign-in/email", { body });
  const { token: session } = JSON.parse(byProgram.text) as { token: string };
  const answer = await send(app, "GET /api/auth/token", { token: session });
  const { token } = JSON.parse(answer.text) as { token: string };
  expect(decodeJwt(token)).toMatchObject({ iss: PUBLIC_URL, aud: PUBLIC_URL });

  const mailed = await mailedText(app, person.email);
  expect(mailed).toContain(`${PUBLIC_URL}/login`);
  expect(mailed).not.toContain("elsewhere");
});

test.each([
  ["without encryption", "http://portal.example.test"],
  ["at the host that the proxy names", "http://elsewhere.example"],
])("RUN-1 a sign-in from a page %s is refused, and the log names PUBLIC_URL once", async (_where, origin) => {
  const app = await startBehindProxy("1");
  const person = await makePerson(app.db);
  for (let round = 0; round < 2; round += 1) {
    const refused = await signIn(app, person, { origin });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("Sign-in is only possible from the portal's own pages.");
  }
  expect(warnings(app, "another address than PUBLIC_URL")).toMatchObject([{ level: 40, page: origin }]);
  expect((await signIn(app, person)).status).toBe(200);
});

test.each([
  ["no proxy", "0", "198.51.100.7, 203.0.113.1", "127.0.0.1", "that is not trusted"],
  ["one proxy", "1", "198.51.100.7, 203.0.113.1", "203.0.113.1", "that is not trusted"],
  [
    "two proxies, of which there is one",
    "2",
    "203.0.113.1",
    "203.0.113.1",
    "fewer proxies than TRUSTED_PROXIES",
  ],
])(
  "RUN-1 with %s trusted, records have no address that a client made up, or the log says so once",
  async (_trust, trusted, from, recorded, words) => {
    const app = await startBehindProxy(trusted);
    for (let round = 0; round < 2; round += 1)
      expect((await signIn(app, await makePerson(app.db), { from })).status).toBe(200);
    const { ipAddress } = authSessions;
    const rows = await app.db.select({ ipAddress }).from(authSessions);
    expect(rows).toEqual([{ ipAddress: recorded }, { ipAddress: recorded }]);
    expect(warnings(app, words)).toHaveLength(1);
  },
);
