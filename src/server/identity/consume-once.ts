import { and, eq, lt } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { authVerifications } from "../schema/identity.ts";

/** Longer than such a text is valid, in case the clock is put back. */
const RETENTION_MS = 24 * 3_600_000;

/** Consumes a text that the portal signed or sealed but did not store. Of concurrent calls one returns true. */
export async function consumeOnce(
  tx: Pick<Tx, "insert" | "delete">,
  { secrets, clock }: Pick<Deps, "secrets" | "clock">,
  kind: "passkey challenge" | "second-factor setup" | "issuer flow" | "issuer token",
  text: string,
): Promise<boolean> {
  const now = clock().getTime();
  const identifier = `spent ${kind}`;
  const isOld = lt(authVerifications.expiresAt, new Date(now));
  await tx.delete(authVerifications).where(and(eq(authVerifications.identifier, identifier), isOld));
  const spent = await tx
    .insert(authVerifications)
    .values({ id: secrets.hash(kind, text), identifier, value: "", expiresAt: new Date(now + RETENTION_MS) })
    .onConflictDoNothing()
    .returning({ id: authVerifications.id });
  return spent.length > 0;
}
