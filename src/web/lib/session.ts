import { apiErrorOf } from "./api-error.ts";

// The cookie of the session stays with the browser; the identity token lives in this module only, so
// that nothing readable is left behind on the computer.

const AUTH_BASE = "/api/auth";
const RENEW_BEFORE_EXPIRY_MS = 60_000;

type HeldToken = { token: string; renewAt: number };

let held: HeldToken | null = null;
let asking: Promise<string | null> | null = null;
const endListeners = new Set<() => void>();

/** The identity token if there is one that is good for now; asks nobody. */
export function heldToken(): string | null {
  return held !== null && Date.now() < held.renewAt ? held.token : null;
}

/** The signed-in person's identity token, or null when nobody is signed in. */
export async function identityToken(): Promise<string | null> {
  return heldToken() ?? renewIdentityToken();
}

/** Asks for a new token; all who ask meanwhile get the same answer. */
export function renewIdentityToken(): Promise<string | null> {
  asking ??= askForToken().finally(() => {
    asking = null;
  });
  return asking;
}

async function askForToken(): Promise<string | null> {
  const hadToken = held !== null;
  const response = await fetch(`${AUTH_BASE}/token`);
  if (response.ok) {
    const { token } = (await response.json()) as { token: string };
    held = { token, renewAt: expiryOf(token) - RENEW_BEFORE_EXPIRY_MS };
    return token;
  }
  if (response.status !== 401) throw apiErrorOf(response.status, await response.json().catch(() => null));
  held = null;
  if (hadToken) for (const tell of endListeners) tell();
  return null;
}

/** When a token ends, in milliseconds; an unreadable one is asked for anew at each use. */
export function expiryOf(token: string): number {
  try {
    const payload = token.split(".")[1] ?? "";
    const { exp } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as { exp: number };
    return exp * 1000;
  } catch {
    return 0;
  }
}

/** Calls back when the session ends without a sign-out here: it expired, or another tab signed out. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Posts to the sign-in service. Throws ApiError with what it said. */
export async function postAuth(path: string, body: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${AUTH_BASE}/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw apiErrorOf(response.status, await response.json().catch(() => null));
}

export async function signIn(email: string, password: string): Promise<void> {
  held = null;
  await postAuth("sign-in/email", { email, password });
}

/** Ends the session and loads the landing page anew, so that nothing that was shown stays in memory. */
export async function signOut(): Promise<void> {
  await postAuth("sign-out", {});
  held = null;
  window.location.assign("/");
}
