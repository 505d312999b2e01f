import type { JWTVerifyGetKey } from "jose";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  clockSkew,
  clockTolerance,
  customFetch,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from "openid-client";
import type { Deps, IssuerClient, Issuers, SignInFlow, VerifiedIdentity } from "../deps.ts";
import { INTERNET, type Network } from "../outside/guarded-request.ts";
import { CLIENT_REFUSED, describeIssuerFailure, IssuerError } from "./issuer-error.ts";
import { createIssuerFetch, isSecure } from "./issuer-fetch.ts";
import { createIssuerKeys } from "./issuer-keys.ts";
import { createTimedCache } from "./timed-cache.ts";
import {
  CLOCK_TOLERANCE_SECONDS,
  hostOf,
  readProfile,
  verifyIdentityToken,
  verifyLogout,
} from "./verify-issued-token.ts";

const DESCRIPTION_LIFETIME_MS = 30 * 60_000;
/** A browser that is sent to an issuer that is down ends on a page that is not ours. */
const ANSWER_LIFETIME_MS = 5000;
const MAX_ISSUER_LENGTH = 500;

type Outer = Pick<Deps, "clock" | "log"> & {
  /** Origins of issuers that clients may use although they are at private addresses. */
  internalOrigins: readonly string[];
  internet?: Network;
  timeoutMs?: number;
};

/** What is known of an issuer, for one of its clients. */
type Known = { host: string; metadata: ServerMetadata; fetch: CustomFetch; keys: JWTVerifyGetKey };

/** How old an issuer's description may be: "answering" is for people who are sent there. */
type Reading = "cached" | "answering" | "now";

/** Reads what issuers publish, and remembers it for a while. */
function createIssuerReader({ clock, internalOrigins, internet = INTERNET, timeoutMs }: Outer) {
  const descriptions = createTimedCache<ServerMetadata>(clock, DESCRIPTION_LIFETIME_MS);
  const answers = createTimedCache<ServerMetadata>(clock, ANSWER_LIFETIME_MS);
  const keysOf = createIssuerKeys(clock);
  const fetches = {
    public: createIssuerFetch(internet, timeoutMs),
    internal: createIssuerFetch({ ...internet, mayConnect: () => true }, timeoutMs),
  };
  return async function readIssuer(
    client: Pick<IssuerClient, "issuer" | "network">,
    reading: Reading = "cached",
  ): Promise<Known> {
    const url = parseIssuer(client.issuer);
    const network = internalOrigins.includes(url.origin) ? "internal" : client.network;
    const fetch = fetches[network];
    const name = `${network} ${client.issuer}`;
    const describe = () => readDescription(client.issuer, fetch);
    const reload = () => descriptions.reload(name, describe);
    const reads = {
      cached: () => descriptions.get(name, describe),
      answering: () => answers.get(name, reload),
      now: reload,
    };
    const metadata = await reads[reading]();
    const readKeys = () => fetchKeys(String(metadata.jwks_uri), fetch);
    return { host: url.host, metadata, fetch, keys: keysOf(name, readKeys) };
  };
}

/** The portal as a client of OpenID Connect issuers, with openid-client for the flow and jose for the signatures. */
export function createIssuers(outer: Outer): Issuers {
  const { clock, log } = outer;
  const readIssuer = createIssuerReader(outer);

  /** Runs a step, and describes its failure for people and the log. */
  async function attempt<Result>(
    { issuer }: Pick<IssuerClient, "issuer">,
    step: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      const failure = describeIssuerFailure(error, hostOf(issuer));
      const { fault, reason } = failure;
      // Anyone can send false tokens, so only an issuer that is down is worth a warning.
      const level = fault === "unreachable" ? "warn" : "info";
      log[level]({ issuer: hostOf(issuer), fault, reason }, "A step of single sign-on failed.");
      throw failure;
    }
  }

  return {
    check: (client) =>
      attempt(client, async () => {
        const { metadata, fetch } = await readIssuer(client, "now");
        await fetchKeys(String(metadata.jwks_uri), fetch);
      }),
    begin: (client, options) =>
      attempt(client, async () => beginFlow(client, await readIssuer(client, "answering"), options)),
    finish: (client, flow) =>
      attempt(client, async () => finishFlow(client, await readIssuer(client), flow, clock())),
    verifyIdToken: (client, token) =>
      attempt(client, async () => {
        const { keys } = await readIssuer(client);
        return (await verifyIdentityToken(client, token, { keys, now: clock() })).identity;
      }),
    verifyLogoutToken: (client, token) =>
      attempt(client, async () => {
        const { keys } = await readIssuer(client);
        return verifyLogout(client, token, { keys, now: clock() });
      }),
    endSessionUrl: (client, options) =>
      attempt(client, async () => endSessionUrl(client, await readIssuer(client), options)).catch(() => null),
  };
}

/** The issuer's address, if there can be an issuer: one organization's, and in a form that is compared by its letters. */
function parseIssuer(issuer: string): URL {
  const url = issuer.length <= MAX_ISSUER_LENGTH ? URL.parse(issuer) : null;
  if (!url || url.username || url.password || url.search || url.hash)
    throw new IssuerError(
      "invalid",
      "The issuer must be an address such as https://accounts.example.com.",
      "address",
    );
  if (!isSecure(url)) throw new IssuerError("invalid", "The issuer must begin with https://.", "address");
  const isShared = /^\/(common|organizations|consumers|\{tenantid\}|%7btenantid%7d)(\/|$)/i.test(
    url.pathname,
  );
  if (url.hostname.startsWith("login.microsoftonline.") && isShared)
    throw new IssuerError("invalid", ONE_TENANT, "tenant");
  return url;
}

const ONE_TENANT =
  "This address is for people of every Microsoft tenant. Enter the one with your own tenant's ID in it.";

/** Reads the issuer's description. Its name there must be the same, letter by letter. */
async function readDescription(issuer: string, fetch: CustomFetch): Promise<ServerMetadata> {
  const host = hostOf(issuer);
  const read = discovery(new URL(issuer), "unused", undefined, undefined, {
    [customFetch]: fetch,
    execute: new URL(issuer).protocol === "http:" ? [allowInsecureRequests] : [],
  });
  const configuration = await read.catch((error: unknown) => {
    throw describeIssuerFailure(error, host);
  });
  const { supportsPKCE: _helper, ...metadata } = configuration.serverMetadata();
  if (metadata.issuer !== issuer) {
    const sentence = `calls itself by another address. Enter the issuer exactly as it names itself.`;
    throw new IssuerError("invalid", `${host} ${sentence}`, "issuer");
  }
  for (const address of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]) {
    const url = URL.parse(address ?? "");
    if (!url || !isSecure(url))
      throw new IssuerError(
        "invalid",
        `${host} doesn't publish all addresses that a sign-in needs.`,
        "endpoints",
      );
  }
  return structuredClone(metadata);
}

async function fetchKeys(address: string, fetch: CustomFetch): Promise<unknown> {
  const headers = { accept: "application/json" };
  const response = await fetch(address, { method: "GET", headers, body: undefined, redirect: "manual" });
  if (response.status !== 200)
    throw new IssuerError(
      "invalid",
      `${hostOf(address)} publishes no keys that the portal can read.`,
      "keys",
    );
  return response.json();
}

function configure(
  client: IssuerClient,
  { metadata, fetch }: Known,
  now?: Date,
  auth?: ClientAuth,
): Configuration {
  const skew = now === undefined ? 0 : Math.round((now.getTime() - Date.now()) / 1000);
  const tolerance = { [clockSkew]: skew, [clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const configuration = new Configuration(metadata, client.clientId, tolerance, auth);
  configuration[customFetch] = fetch;
  if (new URL(client.issuer).protocol === "http:") allowInsecureRequests(configuration);
  return configuration;
}

async function beginFlow(
  client: IssuerClient,
  known: Known,
  { redirectUri, isFresh, email }: Parameters<Issuers["begin"]>[1],
) {
  const [state, nonce, codeVerifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const url = buildAuthorizationUrl(configure(client, known), {
    redirect_uri: redirectUri,
    scope: "openid email profile",
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    state,
    nonce,
    // Some issuers know only one of both.
    ...(isFresh ? { max_age: "0", prompt: "login" } : {}),
    ...(email === undefined ? {} : { login_hint: email }),
  });
  return { url: url.href, state, nonce, codeVerifier };
}

async function finishFlow(
  client: IssuerClient,
  known: Known,
  flow: SignInFlow,
  now: Date,
): Promise<VerifiedIdentity> {
  const callback = new URL(flow.redirectUri);
  callback.search = flow.callback.search;
  const [answer, configuration] = await exchangeCode(client, known, { ...flow, callback }, now);
  const { payload, identity } = await verifyIdentityToken(client, answer.id_token ?? "", {
    keys: known.keys,
    now,
  });
  if (payload.nonce !== flow.nonce)
    throw new IssuerError("invalid", `${known.host} sent an identity token of another sign-in.`, "nonce");
  if (flow.isFresh) requireFreshSignIn(known.host, identity, flow.startedAt);
  if (identity.email !== null || known.metadata.userinfo_endpoint === undefined) return identity;
  const profile = await fetchUserInfo(configuration, answer.access_token, identity.subject);
  return { ...identity, ...readProfile(client.issuer, profile) };
}

/** Clients are registered for one of two ways to send their secret, which the issuer's description does not say. */
async function exchangeCode(client: IssuerClient, known: Known, flow: SignInFlow, now: Date) {
  const methods = known.metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const ways = [
    ...(methods.includes("client_secret_basic") ? [ClientSecretBasic(client.clientSecret)] : []),
    ...(methods.includes("client_secret_post") ? [ClientSecretPost(client.clientSecret)] : []),
  ];
  const checks = {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.codeVerifier,
  };
  for (const [index, way] of ways.entries()) {
    const configuration = configure(client, known, now, way);
    try {
      return [await authorizationCodeGrant(configuration, flow.callback, checks), configuration] as const;
    } catch (error) {
      const failure = describeIssuerFailure(error, known.host);
      if (failure.reason !== CLIENT_REFUSED || index + 1 === ways.length) throw failure;
    }
  }
  const sentence = "doesn't let the portal sign in with a client secret.";
  throw new IssuerError("invalid", `${known.host} ${sentence}`, "client authentication");
}

/** The sign-in must be newer than the step that asked for it. */
function requireFreshSignIn(host: string, { authenticatedAt }: VerifiedIdentity, startedAt: Date): void {
  if (authenticatedAt === null) {
    const sentence = "doesn't say when you signed in there, so it can't confirm that it's you.";
    throw new IssuerError("invalid", `${host} ${sentence}`, "auth_time missing");
  }
  const tolerance = CLOCK_TOLERANCE_SECONDS * 1000;
  if (authenticatedAt.getTime() < startedAt.getTime() - tolerance)
    throw new IssuerError(
      "refused",
      `${host} didn't ask you to sign in again. Sign out there, then try again. If this happens again, compare the clocks of both servers.`,
      "auth_time",
    );
}

function endSessionUrl(
  client: IssuerClient,
  known: Known,
  { idToken, returnTo }: Parameters<Issuers["endSessionUrl"]>[1],
): string | null {
  const { end_session_endpoint: endpoint } = known.metadata;
  const endpointUrl = URL.parse(endpoint ?? "");
  if (!endpointUrl || !isSecure(endpointUrl)) return null;
  return buildEndSessionUrl(configure(client, known), {
    post_logout_redirect_uri: returnTo,
    ...(idToken === null ? {} : { id_token_hint: idToken }),
    // Cognito has a parameter of its own.
    ...(endpointUrl.hostname.endsWith(".amazoncognito.com") ? { logout_uri: returnTo } : {}),
  }).href;
}
