import { useSyncExternalStore } from "react";
import { isGatewayStatus } from "./api-error.ts";
import { pause } from "./backoff.ts";
import { type Connection, watchConnection } from "./watch-connection.ts";

const HEALTH = "/healthz";
const ANSWERED_WITHIN_MS = 8000;

const watch = watchConnection({ isOnline: () => navigator.onLine, ask, pause });

globalThis.window?.addEventListener("offline", () => watch.doubt());
globalThis.window?.addEventListener("online", () => watch.wake());

async function ask(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    return (await fetch(HEALTH, { cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}

/** Fetches from the portal. A request without an answer starts the search for the lost connection. */
export async function fetchPortal(address: string, options: RequestInit = {}): Promise<Response> {
  try {
    const response = await fetch(address, options);
    if (isGatewayStatus(response.status)) watch.doubt();
    return response;
  } catch (error) {
    if (!options.signal?.aborted) watch.doubt();
    throw error;
  }
}

export function useConnection(): Connection {
  return useSyncExternalStore(watch.subscribe, watch.now, () => "connected");
}

export const isConnected = () => watch.now() === "connected";

export const doubtConnection = watch.doubt;

/** Resolves once the portal can be reached: true if the connection was lost meanwhile. */
export const untilConnected = watch.untilConnected;
