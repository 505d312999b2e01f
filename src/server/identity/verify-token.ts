import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { type CryptoKey, errors, importJWK, type JWTPayload, jwtVerify } from "jose";
import { Id } from "#domain/id.ts";
import type { Database } from "../db/database.ts";
import type { TokenSubject } from "../deps.ts";
import { authKeys } from "../schema/identity.ts";

export const SIGNING_ALGORITHM = "EdDSA";
export const TOKEN_LIFETIME_SECONDS = 15 * 60;

/** A replaced key still verifies the tokens that it signed last. */
export const KEY_GRACE_SECONDS = 60 * 60;

/** How long a key is cached. A key deleted from the database stops working within this time. */
const KEY_CACHE_MS = 5 * 60_000;

const MAX_TOKEN_LENGTH = 4096;

type KnownKey = { publicKey: CryptoKey; expiresAt: Date | null; readAt: number };

/** Verifies identity tokens with cached keys. The library would read every key for each call, behind long imports. */
export function createTokenVerifier(database: Pick<Database, "readers">, issuer: string, clock: () => Date) {
  const cache = new Map<string, KnownKey>();

  /** The token's sender chooses this name, so only a possible key id reaches the database. */
  async function findKey(name: unknown): Promise<CryptoKey> {
    const { data: kid } = Id.safeParse(name);
    const now = clock().getTime();
    const key = kid === undefined ? null : await readCachedKey(kid, now);
    if (!key || (key.expiresAt && key.expiresAt.getTime() + KEY_GRACE_SECONDS * 1000 < now)) {
      throw new errors.JWKSNoMatchingKey();
    }
    return key.publicKey;
  }

  async function readCachedKey(kid: Id, now: number): Promise<KnownKey | null> {
    const cached = cache.get(kid);
    // The clock may have been put back.
    if (cached && Math.abs(now - cached.readAt) < KEY_CACHE_MS) return cached;
    const key = await readKey(database, kid, now);
    if (key) cache.set(kid, key);
    else cache.delete(kid);
    return key;
  }

  return async function verifyToken(token: string): Promise<TokenSubject | null> {
    if (token.length > MAX_TOKEN_LENGTH) return null;
    try {
      const { payload } = await jwtVerify(token, (header) => findKey(header.kid), {
        algorithms: [SIGNING_ALGORITHM],
        issuer,
        audience: issuer,
        requiredClaims: ["sub", "exp", "iat"],
        currentDate: clock(),
      });
      return readSubject(payload);
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  };
}

async function readKey(
  database: Pick<Database, "readers">,
  kid: string,
  now: number,
): Promise<KnownKey | null> {
  const [row] = await drizzle({ client: await database.readers() })
    .select({ publicKey: authKeys.publicKey, expiresAt: authKeys.expiresAt })
    .from(authKeys)
    .where(eq(authKeys.id, kid));
  if (!row) return null;
  const publicKey = await importJWK(JSON.parse(row.publicKey), SIGNING_ALGORITHM);
  return { publicKey: publicKey as CryptoKey, expiresAt: row.expiresAt, readAt: now };
}

function readSubject(payload: JWTPayload): TokenSubject | null {
  const { sub, email, sid } = payload;
  if (typeof sub !== "string" || typeof email !== "string" || typeof sid !== "string") return null;
  return { authUserId: sub, email, sessionId: sid };
}
