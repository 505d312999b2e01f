import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type OidcPeer, openOidcPeer } from "#tests/support/oidc-peer.ts";
import type { Issuers, SignInFlow, VerifiedIdentity } from "../deps.ts";
import { INTERNET } from "../outside/guarded-request.ts";
import { createIssuers } from "./create-issuers.ts";
import { IssuerError } from "./issuer-error.ts";

const PORTAL = "http://portal.test";
const CALLBACK = `${PORTAL}/api/callback`;

let peer: OidcPeer;
let issuers: Issuers;
let now: number;
beforeAll(async () => {
  peer = await openOidcPeer();
  peer.connect(PORTAL);
  peer.add({ subject: "ada", email: "ada@client.test", firstName: "Ada", lastName: "Byron" });
  peer.add({ subject: "eve", email: "ada@client.test", isEmailVerified: false });
});
afterAll(() => peer.close());
afterEach(() => peer.departs({}));

function freshIssuers(changes: Partial<Parameters<typeof createIssuers>[0]> = {}): Issuers {
  const log = pino({ level: "silent" });
  return createIssuers({ clock: () => new Date(now), log, internalOrigins: [], ...changes });
}
beforeAll(() => {
  now = Date.now();
  issuers = freshIssuers();
});

async function signIn(subject = "ada", changes: Partial<SignInFlow> = {}): Promise<VerifiedIdentity> {
  const isFresh = changes.isFresh ?? false;
  const { url, ...secrets } = await issuers.begin(peer.client(), { redirectUri: CALLBACK, isFresh });
  const callback = await peer.signIn(url, subject);
  const flow = { callback, redirectUri: CALLBACK, ...secrets, isFresh, startedAt: new Date(now), ...changes };
  return issuers.finish(peer.client(), flow);
}

async function failureOf(step: Promise<unknown>): Promise<IssuerError> {
  const error: unknown = await step.then(
    () => new Error("It did not fail."),
    (reason: unknown) => reason,
  );
  if (!(error instanceof IssuerError)) throw error;
  return error;
}

test("CONNECT-1 a sign-in returns whom the issuer verified", async () => {
  expect(await signIn()).toMatchObject({
    issuer: peer.issuer,
    subject: "ada",
    email: "ada@client.test",
    isEmailVerified: true,
    firstName: "Ada",
    lastName: "Byron",
  });
});

test("CONNECT-1 an issuer that has email and name only in its answer about a person is asked for it", async () => {
  peer.departs({ isProfileApart: true });
  expect(await signIn()).toMatchObject({
    email: "ada@client.test",
    isEmailVerified: true,
    lastName: "Byron",
  });
});

test("CONNECT-1 an email is verified only if the issuer says so", async () => {
  expect(await signIn("eve")).toMatchObject({ email: "ada@client.test", isEmailVerified: false });
});

const seconds = () => Math.floor(now / 1000);

describe("CONNECT-1 an answer that must not be trusted is refused:", () => {
  test.each([
    ["another issuer", { iss: "http://127.0.0.1:1" }, "sent an identity token of another issuer."],
    ["another audience", { aud: "another" }, "sent an identity token for another application."],
    [
      "another party",
      { aud: ["counterpart", "x"], azp: "x" },
      "sent an identity token for another application.",
    ],
    ["several audiences", { aud: ["counterpart", "x"] }, "sent an identity token for another application."],
    ["another nonce", { nonce: "another" }, "sent an identity token of another sign-in."],
    ["no nonce", { nonce: undefined }, "sent an identity token that isn't valid."],
    ["no subject", { sub: undefined }, "sent an identity token that isn't valid."],
    ["an access token", { scope: "openid" }, "sent a token of another kind."],
    ["an access token of Cognito", { token_use: "access" }, "sent a token of another kind."],
    ["a logout", { events: {} }, "sent a token of another kind."],
  ])("%s", async (_name, claims, sentence) => {
    peer.departs({ claims: (honest) => ({ ...honest, ...claims }) });
    const failure = await failureOf(signIn());
    expect(failure).toMatchObject({ fault: "invalid" });
    expect(failure.message).toContain(`${new URL(peer.issuer).host} ${sentence}`);
  });

  test("an identity token of the past", async () => {
    peer.departs({ claims: (honest) => ({ ...honest, iat: seconds() - 700, exp: seconds() - 61 }) });
    expect((await failureOf(signIn())).message).toMatch(/has expired.*compare the clocks of both servers/);
  });

  test("an identity token of the future", async () => {
    peer.departs({ claims: (honest) => ({ ...honest, iat: seconds() + 120, exp: seconds() + 900 }) });
    expect((await failureOf(signIn())).message).toContain("sent an identity token of another time.");
  });

  test("an identity token that is not valid yet", async () => {
    peer.departs({ claims: (honest) => ({ ...honest, nbf: seconds() + 120 }) });
    expect((await failureOf(signIn())).message).toContain("sent an identity token of another time.");
  });

  test.each(["none", "HS256"] as const)("the algorithm %s", async (algorithm) => {
    peer.departs({ algorithm });
    const failure = await failureOf(signIn());
    expect(failure.message).toContain("signed an identity token in a way that the portal doesn't accept.");
  });

  test("a key that the issuer does not publish", async () => {
    peer.departs({ isKeyForeign: true });
    expect((await failureOf(signIn())).message).toContain("sent an identity token whose signature is false.");
  });

  test("the state of another sign-in", async () => {
    const { url, ...secrets } = await issuers.begin(peer.client(), { redirectUri: CALLBACK, isFresh: false });
    const callback = await peer.signIn(url, "ada");
    const other = new URL(callback);
    other.searchParams.set("state", "another");
    const flow = { redirectUri: CALLBACK, ...secrets, isFresh: false, startedAt: new Date(now) };
    expect(await failureOf(issuers.finish(peer.client(), { ...flow, callback: other }))).toMatchObject({
      fault: "invalid",
    });
    // Of a flow that another issuer answers (mix-up).
    const mixed = new URL(callback);
    mixed.searchParams.set("iss", "https://other.test");
    expect(await failureOf(issuers.finish(peer.client(), { ...flow, callback: mixed }))).toMatchObject({
      fault: "invalid",
    });
    expect(await issuers.finish(peer.client(), { ...flow, callback })).toMatchObject({ subject: "ada" });
    expect((await failureOf(issuers.finish(peer.client(), { ...flow, callback }))).message).toContain(
      "The sign-in took too long or was already used. Start it again.",
    );
  });
});

test("CONNECT-1 clocks may differ by a minute", async () => {
  peer.departs({ claims: (honest) => ({ ...honest, iat: seconds() + 50, exp: seconds() + 900 }) });
  expect(await signIn()).toMatchObject({ subject: "ada" });
  peer.departs({ claims: (honest) => ({ ...honest, iat: seconds() - 700, exp: seconds() - 50 }) });
  expect(await signIn()).toMatchObject({ subject: "ada" });
});

test("CONNECT-1 a refusal by the issuer has its code and no words of the issuer", async () => {
  const failure = await failureOf(signIn("cancelled"));
  expect(failure).toMatchObject({ fault: "refused" });
  expect(failure.message).toBe(
    `${new URL(peer.issuer).host} refused the sign-in (access_denied). The sign-in was cancelled, or you may not use this portal there.`,
  );
});

test("CONNECT-1 a false client secret is refused, and the sentence names it", async () => {
  const client = { ...peer.client(), clientSecret: "false" };
  const { url, ...secrets } = await issuers.begin(client, { redirectUri: CALLBACK, isFresh: false });
  const callback = await peer.signIn(url, "ada");
  const flow = { callback, redirectUri: CALLBACK, ...secrets, isFresh: false, startedAt: new Date(now) };
  const failure = await failureOf(issuers.finish(client, flow));
  expect(failure).toMatchObject({ fault: "refused" });
  expect(failure.message).toContain("It doesn't accept the portal's client ID and secret.");
});

describe("CONNECT-1 a fresh sign-in", () => {
  test("asks the person again, and is newer than the step that needed it", async () => {
    const { url } = await issuers.begin(peer.client(), { redirectUri: CALLBACK, isFresh: true });
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ max_age: "0", prompt: "login" });
    const { authenticatedAt } = await signIn("ada", { isFresh: true });
    expect(Math.abs((authenticatedAt?.getTime() ?? 0) - now)).toBeLessThan(60_000);
  });

  test("is refused if it is old", async () => {
    peer.departs({ claims: (honest) => ({ ...honest, auth_time: seconds() - 600 }) });
    expect((await failureOf(signIn("ada", { isFresh: true }))).message).toContain(
      "didn't ask you to sign in again.",
    );
  });

  test("is refused without its time", async () => {
    peer.departs({ claims: (honest) => ({ ...honest, auth_time: undefined }) });
    expect((await failureOf(signIn("ada", { isFresh: true }))).message).toContain(
      "doesn't say when you signed in",
    );
  });
});

describe("CONNECT-1 an issuer", () => {
  const begin = (client = peer.client()) =>
    freshIssuers().begin(client, { redirectUri: CALLBACK, isFresh: false });

  test.each([
    ["nothing", "unreachable", "can't be reached, or doesn't answer in time."],
    ["an error", "unreachable", "can't be reached, or doesn't answer in time."],
    ["without end", "invalid", "It is larger than 256 kB."],
    ["a redirect", "invalid", "redirects to another address. Enter the address that it redirects to."],
  ] as const)("that answers %s is refused", async (answers, fault, sentence) => {
    peer.departs({ answers });
    const failure = await failureOf(begin());
    expect(failure).toMatchObject({ fault });
    expect(failure.message).toContain(sentence);
  });

  test("that is slow is given up, and for a while not asked again", async () => {
    peer.departs({ answers: "late" });
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return ["127.0.0.1"];
    };
    const waiting = freshIssuers({ timeoutMs: 50, internet: { ...INTERNET, resolve } });
    const client = { ...peer.client(), issuer: peer.issuer.replace("127.0.0.1", "localhost") };
    const faultOf = async () =>
      (await failureOf(waiting.begin(client, { redirectUri: CALLBACK, isFresh: false }))).fault;
    expect(await Promise.all([faultOf(), faultOf()])).toEqual(["unreachable", "unreachable"]);
    expect([await faultOf(), asked]).toEqual(["unreachable", 1]);
    now += 11_000;
    expect([await faultOf(), asked]).toEqual(["unreachable", 2]);
  });

  test("that calls itself by another address is refused", async () => {
    peer.departs({ description: (metadata) => ({ ...metadata, issuer: `${peer.issuer}/` }) });
    expect((await failureOf(begin())).message).toContain("calls itself by another address.");
  });

  test.each(["javascript:alert(1)", "http://login.test/auth"])(
    "that signs in at %s is refused",
    async (address) => {
      peer.departs({ description: (metadata) => ({ ...metadata, authorization_endpoint: address }) });
      expect((await failureOf(begin())).message).toContain(
        "doesn't publish all addresses that a sign-in needs.",
      );
    },
  );

  test.each([
    ["https://login.microsoftonline.com/common/v2.0", "Enter the one with your own tenant's ID in it."],
    ["https://login.microsoftonline.com/{tenantid}/v2.0", "Enter the one with your own tenant's ID in it."],
    ["http://login.test", "The issuer must begin with https://."],
    ["https://user:password@login.test", "The issuer must be an address"],
    ["https://login.test/?a=b", "The issuer must be an address"],
    ["login.test", "The issuer must be an address"],
  ])("%s is refused before it is asked", async (issuer, sentence) => {
    expect((await failureOf(begin({ ...peer.client(), issuer }))).message).toContain(sentence);
  });

  test("of a client is not looked for within the network", async () => {
    const asked = peer.asked.length;
    const failure = await failureOf(begin(peer.client("public")));
    expect(failure.message).toContain("can't be reached, or doesn't answer in time.");
    expect(peer.asked.length).toBe(asked);
  });

  test("within the network is used by clients if the configuration names it", async () => {
    await freshIssuers({ internalOrigins: [peer.issuer] }).check(peer.client("public"));
  });
});

test("CONNECT-1 a key that changes under way is read again, and unknown keys cost few requests", async () => {
  expect(await signIn()).toMatchObject({ subject: "ada" });
  await peer.rotateKey();
  expect(await signIn()).toMatchObject({ subject: "ada" });
  await peer.rotateKey();
  const asked = peer.asked.filter((path) => path === "/jwks").length;
  const token = await peer.mint({ sub: "ada" });
  for (let count = 0; count < 5; count += 1)
    expect((await failureOf(issuers.verifyIdToken(peer.client(), token))).message).toContain(
      "signed an identity token with a key that it doesn't publish.",
    );
  expect(peer.asked.filter((path) => path === "/jwks")).toHaveLength(asked);
  now += 31_000;
  expect(await issuers.verifyIdToken(peer.client(), token)).toMatchObject({ subject: "ada" });
});

describe("CONNECT-1 a logout of the issuer", () => {
  test("names a subject or a session", async () => {
    const token = await peer.mintLogout({ sub: "ada", sid: "s-1", jti: "once" });
    expect(await issuers.verifyLogoutToken(peer.client(), token)).toMatchObject({
      subject: "ada",
      sessionId: "s-1",
      tokenId: "once",
    });
  });

  test.each([
    ["without its event", { sub: "ada", events: {} }],
    ["with a nonce, as of an identity token", { sub: "ada", nonce: "n" }],
    ["of no one", {}],
    ["without an id", { sub: "ada", jti: undefined }],
    ["for another application", { sub: "ada", aud: "another" }],
    ["of another issuer", { sub: "ada", iss: "http://127.0.0.1:1" }],
    ["that is old", { sub: "ada", iat: 1_700_000_000 }],
  ])("%s is refused", async (_name, claims) => {
    const token = await peer.mintLogout(claims);
    expect(await failureOf(issuers.verifyLogoutToken(peer.client(), token))).toMatchObject({
      fault: "invalid",
    });
  });

  test("is no identity token", async () => {
    const token = await peer.mintLogout({ sub: "ada" });
    expect(await failureOf(issuers.verifyIdToken(peer.client(), token))).toMatchObject({ fault: "invalid" });
  });
});

test("CONNECT-1 a sign-out goes on to the issuer, and ends here if the issuer cannot be reached", async () => {
  const url = await issuers.endSessionUrl(peer.client(), { idToken: "token", returnTo: PORTAL });
  expect(Object.fromEntries(new URL(url ?? "").searchParams)).toEqual({
    client_id: "counterpart",
    id_token_hint: "token",
    post_logout_redirect_uri: PORTAL,
  });
  peer.departs({ answers: "nothing" });
  expect(await freshIssuers().endSessionUrl(peer.client(), { idToken: null, returnTo: PORTAL })).toBeNull();
});

test("CONNECT-1 no one is sent to an issuer that has stopped answering, and its identity tokens still count", async () => {
  let at = Date.now();
  const cached = freshIssuers({ clock: () => new Date(at) });
  const begin = () => cached.begin(peer.client(), { redirectUri: CALLBACK, isFresh: false });
  await begin();
  const token = await peer.mint({ sub: "ada" });
  await cached.verifyIdToken(peer.client(), token);
  const asked = peer.asked.length;
  await Promise.all([begin(), begin()]);
  expect(peer.asked.length).toBe(asked);
  peer.departs({ answers: "an error" });
  at += 6000;
  expect((await failureOf(begin())).fault).toBe("unreachable");
  expect(await cached.verifyIdToken(peer.client(), token)).toMatchObject({ subject: "ada" });
});
