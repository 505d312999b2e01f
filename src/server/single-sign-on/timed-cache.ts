import type { Deps } from "../deps.ts";
import { IssuerError } from "./issuer-error.ts";

const MAX_ENTRIES = 200;
/** Visitors who try an issuer that is down wait for one request in this time. */
const FAILURE_LIFETIME_MS = 10_000;

type Entry<Value> = { value: Promise<Value>; until: number };

/** Loads a value once for all callers and caches it for a while. The oldest entry leaves a full cache. */
export function createTimedCache<Value>(clock: Deps["clock"], lifetimeMs: number) {
  const entries = new Map<string, Entry<Value>>();

  function store(key: string, value: Promise<Value>): Entry<Value> {
    const entry: Entry<Value> = { value, until: clock().getTime() + lifetimeMs };
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
    return entry;
  }

  function load(key: string, read: () => Promise<Value>): Promise<Value> {
    const entry = store(key, read());
    entry.value.catch((error: unknown) => {
      const isDown = error instanceof IssuerError && error.fault === "unreachable";
      if (isDown) entry.until = clock().getTime() + FAILURE_LIFETIME_MS;
      else if (entries.get(key) === entry) entries.delete(key);
    });
    return entry.value;
  }

  return {
    /** Loads a value again. Until it has arrived, and if that fails, other callers get the present one. */
    async reload(key: string, read: () => Promise<Value>): Promise<Value> {
      const value = await read();
      store(key, Promise.resolve(value));
      return value;
    },
    get(key: string, read: () => Promise<Value>): Promise<Value> {
      const entry = entries.get(key);
      const leftMs = entry ? entry.until - clock().getTime() : 0;
      // A longer rest is of a clock that was put back.
      const isFresh = leftMs > 0 && leftMs <= Math.max(lifetimeMs, FAILURE_LIFETIME_MS);
      return entry && isFresh ? entry.value : load(key, read);
    },
  };
}
