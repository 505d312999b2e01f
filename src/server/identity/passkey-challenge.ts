import { randomBytes, timingSafeEqual } from "node:crypto";
import { and, eq, lt } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { authVerifications } from "./tables.ts";

/** What a challenge was made for. One made for another purpose or person is refused. */
export type Purpose = { of: "sign-in" } | { of: "add" | "step-up"; authUserId: string };

type ChallengeDeps = Pick<Deps, "secrets" | "clock">;

export const CHALLENGE_LIFETIME_MS = 5 * 60_000;
/** Used ones are remembered for longer, in case the clock is put back. */
const KEPT_MS = 24 * 3_600_000;
const RANDOM_BYTES = 16;
const SPENT = "spent passkey challenge";

/** A challenge in base64url. Only those that were used are stored, so nobody fills a table by asking. */
export function makeChallenge({ secrets, clock }: ChallengeDeps, purpose: Purpose): string {
  const random = randomBytes(RANDOM_BYTES).toString("base64url");
  const expires = String(clock().getTime() + CHALLENGE_LIFETIME_MS);
  const words = [random, expires, signed(secrets, purpose, random, expires)].join(".");
  return Buffer.from(words).toString("base64url");
}

/** Whether the portal made the challenge for this purpose, and it has not expired. */
export function isChallenge({ secrets, clock }: ChallengeDeps, purpose: Purpose, challenge: string): boolean {
  const [random = "", expires = "", mac = ""] = Buffer.from(challenge, "base64url").toString().split(".");
  const wanted = Buffer.from(signed(secrets, purpose, random, expires));
  const given = Buffer.from(mac);
  const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
  return isOurs && clock().getTime() < Number(expires);
}

/** Uses a challenge up. Of the same one many times at once, one returns true. */
export async function spendChallenge(
  tx: Pick<Tx, "insert" | "delete">,
  { secrets, clock }: ChallengeDeps,
  challenge: string,
): Promise<boolean> {
  const now = clock().getTime();
  const isOld = lt(authVerifications.expiresAt, new Date(now));
  await tx.delete(authVerifications).where(and(eq(authVerifications.identifier, SPENT), isOld));
  const spent = await tx
    .insert(authVerifications)
    .values({
      id: secrets.hash("passkey challenge", challenge),
      identifier: SPENT,
      value: "",
      expiresAt: new Date(now + KEPT_MS),
    })
    .onConflictDoNothing()
    .returning({ id: authVerifications.id });
  return spent.length > 0;
}

function signed(secrets: Deps["secrets"], purpose: Purpose, random: string, expires: string): string {
  const holder = "authUserId" in purpose ? purpose.authUserId : "";
  return secrets.hash("passkey challenge", purpose.of, holder, random, expires);
}
