import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import Provider, { type Adapter, type AdapterPayload, type KoaContextWithOIDC } from "oidc-provider";
import { escapeHtml } from "#domain/escape-html.ts";
import type { IssuerClient } from "#server/deps.ts";

const LOOPBACK = "127.0.0.1";
const CLIENT_ID = "counterpart";
const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

export type PeerAccount = {
  subject: string;
  email?: string;
  isEmailVerified?: boolean;
  firstName?: string;
  lastName?: string;
};

/** How the peer departs from what an honest issuer does. */
export type Hostility = {
  /** Changes the claims of identity tokens before they are signed. */
  claims?: (claims: JWTPayload) => JWTPayload;
  algorithm?: "none" | "HS256";
  /** Signs with this key of another issuer, under the name of the published one. */
  isKeyForeign?: boolean;
  /** How it answers every request. */
  answers?: "nothing" | "late" | "without end" | "a redirect" | "an error";
  description?: (metadata: Record<string, unknown>) => Record<string, unknown>;
  /** Email and name are only in the answer about the person, as in OpenID Connect Core 5.4. */
  isProfileApart?: boolean;
};

/** `oidc-provider` on this machine, as the sign-in service of a company or a client. */
export type OidcPeer = {
  issuer: string;
  client(network?: IssuerClient["network"]): IssuerClient;
  accounts: Map<string, PeerAccount>;
  add(account: PeerAccount): PeerAccount;
  /** Names the portal: its address, and where it wants to hear of ended sessions. Forgets the peer's own sessions. */
  connect(portalUrl: string, logoutPath?: string): void;
  /** From now on the sign-in page signs this person in without a question; null: it shows its form. */
  signInAs(subject: string | null): void;
  /** Follows a sign-in as a browser would, until the issuer sends it back. Returns that address. */
  signIn(url: string, subject: string): Promise<URL>;
  departs(hostility: Hostility): void;
  /** Publishes another key and signs with it. */
  rotateKey(): Promise<void>;
  /** An identity token that no sign-in asked for, for programs. */
  mint(claims: JWTPayload, typ?: string): Promise<string>;
  mintLogout(claims: JWTPayload): Promise<string>;
  /** The paths that were asked for. */
  asked: string[];
  close(): Promise<void>;
};

type Key = { kid: string; privateKey: CryptoKey; publicKey: CryptoKey };

async function makeKey(): Promise<Key> {
  const pair = await generateKeyPair("RS256", { extractable: true });
  return { kid: randomBytes(6).toString("hex"), ...pair };
}

export async function openOidcPeer(): Promise<OidcPeer> {
  const accounts = new Map<string, PeerAccount>();
  const clientSecret = randomBytes(24).toString("base64url");
  const asked: string[] = [];
  const [firstKey, foreignKey] = [await makeKey(), await makeKey()];
  const jwk = { ...(await exportJWK(firstKey.privateKey)), kid: firstKey.kid, alg: "RS256", use: "sig" };
  let key = firstKey;
  let hostility: Hostility = {};
  let signedInSubject: string | null = null;
  let handle: (request: IncomingMessage, response: ServerResponse) => void;

  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (hostility.answers) answerBadly(hostility.answers, response);
    else handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  const issuer = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;

  async function sign(claims: JWTPayload, typ = "JWT"): Promise<string> {
    const { algorithm, isKeyForeign = false } = hostility;
    if (algorithm === "none") return new UnsecuredJWT(claims).encode();
    const signed = new SignJWT(claims).setProtectedHeader({ alg: algorithm ?? "RS256", kid: key.kid, typ });
    if (algorithm === "HS256") return signed.sign(new TextEncoder().encode(clientSecret));
    return signed.sign((isKeyForeign ? foreignKey : key).privateKey);
  }

  /** Replaces what the library answers by what a hostile issuer would. */
  async function tamper(context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    await next();
    const route = context.path;
    const body = context.body as Record<string, unknown> | undefined;
    if (route === "/token" && typeof body?.id_token === "string")
      context.body = { ...body, id_token: await sign(hostileClaims(body.id_token, hostility)) };
    if (route === "/jwks")
      context.body = {
        keys: [{ ...(await exportJWK(key.publicKey)), kid: key.kid, alg: "RS256", use: "sig" }],
      };
    if (route === "/.well-known/openid-configuration" && body)
      context.body = hostility.description?.(body) ?? body;
  }

  function connect(portalUrl: string, logoutPath?: string): void {
    const provider = makeProvider(issuer, clientSecret, jwk, accounts, portalUrl, logoutPath);
    provider.use(tamper);
    const callback = provider.callback();
    handle = (request, response) => {
      const isInteraction = (request.url ?? "").startsWith("/interaction/");
      const answered = isInteraction
        ? interact(provider, accounts, signedInSubject, request, response)
        : callback(request, response);
      void answered.catch((error: unknown) => response.destroy(error as Error));
    };
  }
  connect("http://localhost");

  return {
    issuer,
    client: (network = "internal") => ({ issuer, clientId: CLIENT_ID, clientSecret, network }),
    accounts,
    add(account) {
      accounts.set(account.subject, account);
      return account;
    },
    connect,
    signInAs(subject) {
      signedInSubject = subject;
    },
    async signIn(url, subject) {
      signedInSubject = subject;
      return followSignIn(url, issuer);
    },
    departs(next) {
      hostility = next;
    },
    async rotateKey() {
      key = await makeKey();
    },
    mint: (claims, typ) => sign({ ...timesOf(), iss: issuer, aud: CLIENT_ID, ...claims }, typ),
    mintLogout: (claims) =>
      sign(
        {
          ...timesOf(),
          iss: issuer,
          aud: CLIENT_ID,
          jti: randomBytes(8).toString("hex"),
          events: { [LOGOUT_EVENT]: {} },
          ...claims,
        },
        "logout+jwt",
      ),
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function timesOf(): { iat: number; exp: number } {
  const now = Math.floor(Date.now() / 1000);
  return { iat: now, exp: now + 600 };
}

const PROFILE_CLAIMS = ["email", "email_verified", "given_name", "family_name"];

function hostileClaims(idToken: string, { claims, isProfileApart }: Hostility): JWTPayload {
  const payload = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString()) as JWTPayload;
  if (isProfileApart) for (const name of PROFILE_CLAIMS) delete payload[name];
  return claims?.(payload) ?? payload;
}

function answerBadly(how: NonNullable<Hostility["answers"]>, response: ServerResponse): void {
  if (how === "nothing") response.destroy();
  if (how === "a redirect") response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
  if (how === "an error") response.writeHead(500).end("Out of order");
  if (how === "without end") {
    response.writeHead(200, { "content-type": "application/json" });
    const send = () => {
      while (!response.destroyed && response.write(" ".repeat(65_536)));
    };
    response.on("drain", send);
    send();
  }
  // "late" leaves the request open.
}

function makeProvider(
  issuer: string,
  clientSecret: string,
  jwk: object,
  accounts: ReadonlyMap<string, PeerAccount>,
  portalUrl: string,
  logoutPath: string | undefined,
): Provider {
  const provider = new Provider(issuer, {
    adapter: makeAdapter(),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: clientSecret,
        redirect_uris: [portalUrl],
        post_logout_redirect_uris: [portalUrl],
        ...(logoutPath === undefined
          ? {}
          : {
              backchannel_logout_uri: `${portalUrl}${logoutPath}`,
              backchannel_logout_session_required: true,
            }),
      },
    ],
    jwks: { keys: [jwk as { kty: string }] },
    cookies: { keys: [randomBytes(16).toString("hex")] },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["given_name", "family_name"],
    },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        // The library's own page loads a font from elsewhere.
        logoutSource(context, form) {
          context.body = `<!doctype html><html lang="en"><title>Sign-in service</title>${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button></html>`;
        },
      },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Session: 3600, Grant: 3600, AccessToken: 600, IdToken: 600 },
    findAccount: (_context, subject) => {
      const account = accounts.get(subject);
      return account && { accountId: subject, claims: () => claimsOf(account) };
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: CLIENT_ID,
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  // Tests choose the paths of the portal.
  const allows = (address: string) => new URL(address).origin === new URL(portalUrl).origin;
  Object.assign(provider.Client.prototype, {
    redirectUriAllowed: allows,
    postLogoutRedirectUriAllowed: allows,
  });
  return provider;
}

/** The library warns of its own memory. */
function makeAdapter(): (model: string) => Adapter {
  const models = new Map<string, Map<string, AdapterPayload>>();
  return (model) => {
    const stored = models.get(model) ?? new Map<string, AdapterPayload>();
    models.set(model, stored);
    return {
      upsert: async (id, payload) => void stored.set(id, payload),
      find: async (id) => stored.get(id),
      findByUserCode: async () => undefined,
      findByUid: async (uid) => [...stored.values()].find((payload) => payload.uid === uid),
      consume: async (id) => {
        const payload = stored.get(id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => void stored.delete(id),
      revokeByGrantId: async (grantId) => {
        for (const [id, payload] of stored) if (payload.grantId === grantId) stored.delete(id);
      },
    };
  };
}

function claimsOf({ subject, email, isEmailVerified = true, firstName, lastName }: PeerAccount) {
  return {
    sub: subject,
    ...(email === undefined ? {} : { email, email_verified: isEmailVerified }),
    ...(firstName === undefined ? {} : { given_name: firstName }),
    ...(lastName === undefined ? {} : { family_name: lastName }),
  };
}

/** The page of the sign-in service: a list of its people. It signs in whom a test named without a question. */
async function interact(
  provider: Provider,
  accounts: ReadonlyMap<string, PeerAccount>,
  signedInSubject: string | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt } = await provider.interactionDetails(request, response);
  const chosen = URL.parse(request.url ?? "", "http://peer")?.searchParams.get("subject") ?? signedInSubject;
  if (chosen === "cancelled") {
    const refusal = { error: "access_denied", error_description: "<b>No one</b> here" };
    return provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false });
  }
  if (chosen !== null && prompt.name === "login")
    return provider.interactionFinished(request, response, { login: { accountId: chosen } });
  const choices = [...accounts.values()].map(
    ({ subject, email = subject }) =>
      `<p><button name="subject" value="${escapeHtml(subject)}">${escapeHtml(email)}</button></p>`,
  );
  response
    .writeHead(200, { "content-type": "text/html" })
    .end(
      `<!doctype html><html lang="en"><title>Sign-in service</title><h1>Sign in</h1><form>${choices.join("")}</form>`,
    );
}

async function followSignIn(url: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  for (let hops = 0; hops < 10; hops += 1) {
    if (next.origin !== issuer) return next;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(next, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null)
      throw new Error(`The issuer answered ${response.status}: ${await response.text()}`);
    next = new URL(location, next);
  }
  throw new Error("The issuer redirects for ever.");
}
