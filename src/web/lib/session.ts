import { apiErrorOf } from "./api-error.ts";
import { fetchPortal } from "./connection.ts";
import { readFirstToken } from "./first-answers.ts";
import { forgetCounts } from "./remembered-counts.ts";
import { loginPath } from "./return-address.ts";

// The browser keeps the session cookie. The identity token exists only in this module, so nothing readable stays on
// the computer.

const AUTH_BASE = "/api/auth";
const RENEW_BEFORE_EXPIRY_MS = 60_000;

type CachedToken = { token: string; subject: unknown; renewAt: number };

let cached: CachedToken | null = null;
let asking: Promise<string | null> | null = null;

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
  asking ??= renewToken().finally(() => {
    asking = null;
  });
  return asking;
}

/** A screen with unsaved work, which its person must not lose by being led to the sign-in page. */
export type WorkInHand = {
  /** The session has ended. Resolves when it is worth asking again, such as after a sign-in. */
  ended(): Promise<void>;
  /** The same person is signed in again. */
  back(): void;
};

let workInHand: WorkInHand | null = null;

/**
 * While the screen is open, calls wait at the end of a session until its person is back. Returns an unsubscribe
 * function.
 */
export function registerUnsavedWork(work: WorkInHand): () => void {
  workInHand = work;
  return () => {
    if (workInHand === work) workInHand = null;
  };
}

async function renewToken(): Promise<string | null> {
  const before = cached;
  let next = await fetchToken();
  while (next === null && before !== null && workInHand !== null) {
    forgetCounts();
    await workInHand.ended();
    next = await fetchToken();
  }
  cached = next;
  const isAnother = before !== null && before.subject !== next?.subject;
  // A session also ends in another tab or by its age.
  if (next === null || isAnother) forgetCounts();
  if (isAnother) return restartSession();
  if (next !== null) workInHand?.back();
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

/**
 * The session ended, or another person signed in in another window: goes through sign-in and back here, and clears the
 * memory. Never resolves, so no screen shows a failure before the page is left.
 */
function restartSession(): Promise<never> {
  const { pathname, search } = window.location;
  window.location.replace(loginPath(pathname + search));
  return new Promise(() => {});
}

/** Posts to the sign-in service. Throws ApiError with its error. */
export async function postAuth(path: string, body: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${AUTH_BASE}/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw apiErrorOf(response.status, await response.json().catch(() => null));
}

/** Calls the sign-in service. Throws ApiError with its error. */
export async function requestAuth<Answer>(path: string): Promise<Answer> {
  const response = await fetch(`${AUTH_BASE}/${path}`);
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw apiErrorOf(response.status, answer);
  return answer as Answer;
}

/** Throws ApiError "second-factor" if the account also needs a code, and "passkey-needed" if it needs a passkey. */
export function signIn(email: string, password: string, code?: string): Promise<void> {
  return enterWith("sign-in/email", { email, password, code });
}

/** Signs in with what this way of signing in needs. */
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
