import { apiErrorOf } from "./api-error.ts";
import { fetchPortal } from "./connection.ts";
import { readFirstToken } from "./first-answers.ts";
import { forgetCounts } from "./remembered-counts.ts";
import { loginPath } from "./return-address.ts";

// The browser has the session cookie. The identity token is in memory only, so no readable secret is stored.

const AUTH_BASE = "/api/auth";
const RENEW_BEFORE_EXPIRY_MS = 60_000;

type CachedToken = { token: string; subject: unknown; renewAt: number };

let cached: CachedToken | null = null;
let pending: Promise<string | null> | null = null;

/** The identity token if it is still valid; makes no request. */
export function cachedToken(): string | null {
  return cached !== null && Date.now() < cached.renewAt ? cached.token : null;
}

/** The signed-in person's identity token, or null without a session. */
export async function identityToken(): Promise<string | null> {
  return cachedToken() ?? renewIdentityToken();
}

/** Fetches a new token. Concurrent callers share one request. */
export function renewIdentityToken(): Promise<string | null> {
  pending ??= renewToken().finally(() => {
    pending = null;
  });
  return pending;
}

/** A screen with unsaved work, which its person must not lose by being led to the sign-in page. */
export type UnsavedWork = {
  /** The session has ended. Resolves when it is worth asking again, such as after a sign-in. */
  ended(): Promise<void>;
  /** The same person is signed in again. */
  back(): void;
};

let unsavedWork: UnsavedWork | null = null;

/** Until the returned function is called, calls wait at the end of a session until its person has signed in again. */
export function registerUnsavedWork(work: UnsavedWork): () => void {
  unsavedWork = work;
  return () => {
    if (unsavedWork === work) unsavedWork = null;
  };
}

async function renewToken(): Promise<string | null> {
  const before = cached;
  let next = await fetchToken();
  while (next === null && before !== null && unsavedWork !== null) {
    forgetCounts();
    await unsavedWork.ended();
    next = await fetchToken();
  }
  cached = next;
  const isAnother = before !== null && before.subject !== next?.subject;
  // A session also ends in another tab or by its age.
  if (next === null || isAnother) forgetCounts();
  if (isAnother) return restartSession();
  if (next !== null) unsavedWork?.back();
  return next?.token ?? null;
}

async function fetchToken(): Promise<CachedToken | null> {
  const first = readFirstToken();
  if (first !== undefined) return first === null ? null : toCachedToken(first);
  // A visitor's 401 would stand as an error on the browser's console.
  const response = await fetchPortal(`${AUTH_BASE}/token?optional=1`);
  if (!response.ok) throw apiErrorOf(response.status, await response.json().catch(() => null));
  if (response.status === 204) return null;
  const { token } = (await response.json()) as { token: string };
  return toCachedToken(token);
}

function toCachedToken(token: string): CachedToken {
  const { exp, sub } = readToken(token);
  return { token, subject: sub, renewAt: exp * 1000 - RENEW_BEFORE_EXPIRY_MS };
}

/** The claims of a token. An unreadable token counts as expired. */
export function readToken(token: string): { exp: number; sub: unknown } {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { exp, sub } = JSON.parse(atob(payload)) as { exp: number; sub: unknown };
    return { exp, sub };
  } catch {
    return { exp: 0, sub: null };
  }
}

/** Reloads the page through sign-in, to clear the memory. Never resolves, so that no screen shows a failure. */
function restartSession(): Promise<never> {
  const { pathname, search, hash } = window.location;
  window.location.replace(loginPath(pathname + search + hash));
  return new Promise(() => {});
}

/** Calls the sign-in service. Throws ApiError with its error. */
export async function requestAuth<Answer>(path: string, options?: RequestInit): Promise<Answer> {
  const response = await fetch(`${AUTH_BASE}/${path}`, options);
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw apiErrorOf(response.status, answer);
  return answer as Answer;
}

/** Posts to the sign-in service. Throws ApiError with its error. */
export async function postAuth(path: string, body: Record<string, unknown>): Promise<void> {
  const headers = { "content-type": "application/json" };
  await requestAuth(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Throws ApiError "second-factor" if the account also needs a code, and "passkey-needed" if it needs a passkey. */
export function signIn(email: string, password: string, code?: string): Promise<void> {
  return enterWith("sign-in/email", { email, password, code });
}

export async function enterWith(path: string, body: Record<string, unknown>): Promise<void> {
  await postAuth(path, body);
  // After a refusal, calls that wait for the same person go on waiting.
  cached = null;
}

/** Ends the session and reloads the landing page, so that nothing stays in memory. */
export async function signOut(): Promise<void> {
  await postAuth("sign-out", {});
  cached = null;
  forgetCounts();
  window.location.assign("/");
}
