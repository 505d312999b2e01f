import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import type { Deps } from "../deps.ts";
import { createTimedCache } from "./timed-cache.ts";

const KEYS_LIFETIME_MS = 10 * 60_000;
/** Anyone can send tokens with unknown keys, so these cause few requests. */
const REFRESH_INTERVAL_MS = 30_000;
const MAX_KEYS = 50;

type Keys = {
  find: JWTVerifyGetKey;
  refreshedAt: number;
  /** The next keys while they are read. */
  refreshing: Promise<Keys> | null;
};

/** The public keys of issuers. A key that is not known yet makes them be read again, at most every 30 seconds. */
export function createIssuerKeys(clock: Deps["clock"]) {
  const cache = createTimedCache<Keys>(clock, KEYS_LIFETIME_MS);

  return function keysOf(name: string, fetchKeys: () => Promise<unknown>): JWTVerifyGetKey {
    const read = async (refreshedAt: number): Promise<Keys> => ({
      find: readKeys(await fetchKeys()),
      refreshedAt,
      refreshing: null,
    });
    /** Null: they were read a moment ago. */
    const refresh = (keys: Keys): Promise<Keys> | null => {
      const now = clock().getTime();
      if (keys.refreshing || now - keys.refreshedAt < REFRESH_INTERVAL_MS) return keys.refreshing;
      keys.refreshedAt = now;
      keys.refreshing = cache
        .reload(name, () => read(now))
        .finally(() => {
          keys.refreshing = null;
        });
      return keys.refreshing;
    };
    return async (header, token) => {
      const keys = await cache.get(name, () => read(0));
      try {
        return await keys.find(header, token);
      } catch (error) {
        const next = error instanceof errors.JWKSNoMatchingKey ? refresh(keys) : null;
        if (next === null) throw error;
        const { find } = await next;
        return await find(header, token);
      }
    };
  };
}

function readKeys(answer: unknown): JWTVerifyGetKey {
  const found = answer as JSONWebKeySet;
  if (!Array.isArray(found?.keys) || found.keys.length > MAX_KEYS) throw new errors.JWKSInvalid();
  return createLocalJWKSet(found);
}
