import { symmetricDecrypt } from "better-auth/crypto";
import { eq, gt, isNull, or } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "../db/database.ts";
import { authKeys } from "./tables.ts";

/**
 * Retires signing keys that this server's secret does not decrypt, after a database was moved without its data
 * directory. The next token gets a new key. Tokens of a retired key stay valid until they expire.
 */
export async function retireForeignKeys(db: Db, secret: string, log: Logger, now: Date): Promise<void> {
  const live = await db
    .select({ id: authKeys.id, privateKey: authKeys.privateKey })
    .from(authKeys)
    .where(or(isNull(authKeys.expiresAt), gt(authKeys.expiresAt, now)));
  for (const { id, privateKey } of live) {
    if (await opens(secret, privateKey)) continue;
    log.warn({ key: id }, "A signing key does not fit the secret in the data directory and is replaced");
    await db.update(authKeys).set({ expiresAt: now }).where(eq(authKeys.id, id));
  }
}

async function opens(secret: string, privateKey: string): Promise<boolean> {
  try {
    await symmetricDecrypt({ key: secret, data: JSON.parse(privateKey) });
    return true;
  } catch {
    return false;
  }
}
