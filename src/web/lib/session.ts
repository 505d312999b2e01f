import { PATHS } from "#web/paths.ts";
import { ApiError, apiErrorOf } from "./api-error.ts";
import { fetchPortal, untilConnected } from "./connection.ts";
import { readFirstToken } from "./first-answers.ts";
import { forgetCounts } from "./remembered-counts.ts";
import { loginPath } from "./return-address.ts";

// The browser has the session cookie. The identity token is in memory only, so no readable secret is stored.

const AUTH_BASE = "/api/auth";
const RENEW_BEFORE_EXPIRY_MS = 60_000;

type CachedToken = { token: string; subject: unknown; email: string; renewAt: number };

let cached: CachedToken | null = null;
/** The first person of this page, also after they have signed out: nothing here belongs to another one. */
let firstSubject: unknown;
let pending: Promise<string | null> | null = null;

/** The identity token if it is still valid; makes no request. */
export function cachedToken(): string | null {
  return cached !== null && Date.now() < cached.renewAt ? cached.token : null;
}

/** The signed-in person's identity token, or null without a session. */
export async function identityToken(): Promise<string | null> {
  return cachedToken() ?? renewIdentityToken();
}

/** Fetches a new token. Concurrent callers share one request, and one sign-in if the session has ended. */
export function renewIdentityToken(): Promise<string | null> {
  pending ??= renewToken().finally(() => {
    pending = null;
  });
  return pending;
}

/**
 * Sends a request with a token. After a 401 the token may be outdated, or the session has ended: sends it again then. A
 * window in which a change waits for that asks before it is closed.
 */
export async function withToken<Answer extends { status: number }>(
  send: (token: string | null) => Promise<Answer>,
  token: string | null,
  isChange = false,
): Promise<Answer> {
  const answer = await send(token);
  if (answer.status !== 401 || token === null) return answer;
  const doneWaiting = isChange ? confirmClosing() : null;
  try {
    const renewed = await renewIdentityToken();
    return renewed === null ? answer : await send(renewed);
  } finally {
    doneWaiting?.();
  }
}

let waitingChanges = 0;
const preventClosing = (event: Event) => event.preventDefault();

/** Returns the end of the wait. */
function confirmClosing(): () => void {
  waitingChanges += 1;
  window.addEventListener("beforeunload", preventClosing);
  return () => {
    waitingChanges -= 1;
    if (waitingChanges === 0) window.removeEventListener("beforeunload", preventClosing);
  };
}

/** Shows the sign-in of this person above the covered page. Calls back with the error of all calls that wait. Returns its end. */
export type ShowSignIn = (email: string, onCancel: (error: ApiError) => void) => () => void;

let loadSignIn: (() => Promise<ShowSignIn>) | null = null;

/** Each page names the sign-in that it fetches when its session ends. */
export function signInOverPageWith(loading: () => Promise<ShowSignIn>): void {
  loadSignIn = loading;
}

/** A session that has ended while its page was open, and whose person may come back. */
type Ended = {
  before: CachedToken;
  back: PromiseWithResolvers<string>;
  /** Why calls fail since the person has cancelled. */
  refusal: ApiError | null;
  end: () => void;
};

let ended: Ended | null = null;

export const SESSION_ENDED = "session-ended";

/** Whether a call failed because its person did not sign in again. */
export function isSessionEnd(error: unknown): boolean {
  return error instanceof ApiError && error.details.reason === SESSION_ENDED;
}

/** Resolves once the person whose session has ended is back; at once if none has ended. */
export async function untilSignedIn(): Promise<void> {
  await ended?.back.promise;
}

async function renewToken(): Promise<string | null> {
  if (ended?.refusal) throw ended.refusal;
  const before = cached;
  const next = await fetchToken();
  // A session also ends in another tab or by its age.
  if (next === null) forgetCounts();
  if (next === null && before !== null && loadSignIn !== null) return signInAgain(before, loadSignIn);
  if (next === null && before !== null) return restartSession(null);
  if (next !== null) {
    firstSubject ??= next.subject;
    if (next.subject !== firstSubject) return restartSession(next);
  }
  cached = next;
  return next?.token ?? null;
}

/** Covers the page until its person has signed in. Rejects if they cancel, as do all calls from then on. */
async function signInAgain(before: CachedToken, load: () => Promise<ShowSignIn>): Promise<string> {
  const uncover = coverPage();
  const now: Ended = { before, back: Promise.withResolvers(), refusal: null, end: uncover };
  ended = now;
  cached = null;
  windows?.postMessage("ended");
  const show = await load()
    .catch(() => untilConnected().then(load))
    .catch(() => restartSession(null));
  const cancelled = Promise.withResolvers<never>();
  if (ended === now) {
    const close = show(before.email, (error) => {
      now.refusal = error;
      cancelled.reject(error);
    });
    now.end = () => {
      close();
      uncover();
    };
  }
  return Promise.race([now.back.promise, cancelled.promise]);
}

/** Someone has signed in, here or in another window. The calls that wait for the same person go on. */
async function continueSession(): Promise<void> {
  if (ended === null) return;
  const next = await fetchToken();
  if (next === null || ended === null) return;
  if (next.subject !== ended.before.subject) return restartSession(next);
  const { back, end } = ended;
  cached = next;
  ended = null;
  end();
  back.resolve(next.token);
}

/** Hides everything but the sign-in (theme.css), also from screen readers and keys. */
function coverPage(): () => void {
  const { activeElement, documentElement } = document;
  documentElement.dataset.covered = "";
  return () => {
    delete documentElement.dataset.covered;
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  };
}

/** What the windows of a browser tell each other, because they share the session. */
type Notice = "ended" | "signed-in" | "signed-out";

const windows = globalThis.window ? new BroadcastChannel("counterpart-session") : null;

windows?.addEventListener("message", ({ data }: MessageEvent<Notice>) => {
  if (cached === null && ended === null) return;
  // Who signs out leaves nothing behind, except words that are not saved yet.
  if (data === "signed-out" && !hasUnsavedWork()) void restartSession(null);
  else void (ended ? continueSession() : renewIdentityToken()).catch(() => undefined);
});

/** Whether the page would ask before it is closed. */
function hasUnsavedWork(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
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
  const { exp, sub, email } = readToken(token);
  return { token, subject: sub, email, renewAt: exp * 1000 - RENEW_BEFORE_EXPIRY_MS };
}

/** The claims of a token. An unreadable token counts as expired. */
export function readToken(token: string): { exp: number; sub: unknown; sid: unknown; email: string } {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { exp, sub, sid, email } = JSON.parse(atob(payload)) as ReturnType<typeof readToken>;
    return { exp, sub, sid, email };
  } catch {
    return { exp: 0, sub: null, sid: null, email: "" };
  }
}

/**
 * Clears the memory: loads the page again through sign-in, or the start of another person who has signed in, to whom
 * nothing here belongs. Never resolves, so that no screen shows a failure.
 */
function restartSession(next: CachedToken | null): Promise<never> {
  const { pathname, search, hash } = window.location;
  if (next !== null) leavePage();
  window.location.replace(next === null ? loginPath(pathname + search + hash) : PATHS.landing);
  return new Promise(() => {});
}

/** Covers the page until it is left, which no question delays: its person is gone. */
function leavePage(): void {
  coverPage();
  window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true);
  // A browser that goes back may show the page as it was left.
  window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
}

/** Calls the sign-in service. Throws ApiError with its error. */
export async function requestAuth<Answer>(path: string, options?: RequestInit): Promise<Answer> {
  const response = await fetch(`${AUTH_BASE}/${path}`, options);
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw apiErrorOf(response.status, answer);
  return answer as Answer;
}

/** Posts to the sign-in service. Throws ApiError with its error. */
export function postAuth<Answer = unknown>(path: string, body: Record<string, unknown>): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  return requestAuth(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Throws ApiError "second-factor" if the account also needs a code, and "passkey-needed" if it needs a passkey. */
export async function signIn(email: string, password: string, code?: string): Promise<void> {
  await enterWith("sign-in/email", { email, password, code });
}

export async function enterWith<Answer = unknown>(
  path: string,
  body: Record<string, unknown>,
): Promise<Answer> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const answer = await postAuth<Answer>(path, { ...body, timeZone });
  // After a refusal, calls that wait for the same person go on waiting.
  cached = null;
  windows?.postMessage("signed-in");
  await continueSession();
  return answer;
}

/** Ends the session and loads the landing page, so that nothing stays in memory. An issuer's own session ends first. */
export async function signOut(): Promise<void> {
  const { endSessionUrl = "/" } = await postAuth<{ endSessionUrl?: string }>("sign-out", {});
  cached = null;
  windows?.postMessage("signed-out");
  forgetCounts();
  leavePage();
  window.location.assign(endSessionUrl);
}
