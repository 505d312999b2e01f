import { and, eq, lt } from "drizzle-orm";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { authVerifications } from "../schema/identity.ts";

/** Longer than such a text is valid, in case the clock is put back. */
const RETENTION_MS = 24 * 3_600_000;

type Kind = "passkey challenge" | "second-factor setup" | "issuer flow" | "issuer token" | "issuer session";

/** Consumes a text that the portal signed or sealed but did not store. Of concurrent calls one returns true. */
export async function consumeOnce(
  tx: Pick<Tx, "insert" | "delete">,
  { secrets, clock }: Pick<Deps, "secrets" | "clock">,
  kind: Kind,
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

/** Whether a text was consumed within RETENTION_MS. */
export async function isConsumed(
  reader: Pick<DbOrTx, "select">,
  { secrets }: Pick<Deps, "secrets">,
  kind: Kind,
  text: string,
): Promise<boolean> {
  const { id } = authVerifications;
  const found = await reader
    .select({ id })
    .from(authVerifications)
    .where(eq(id, secrets.hash(kind, text)));
  return found.length > 0;
}
