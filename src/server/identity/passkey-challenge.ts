import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Deps } from "../deps.ts";

/** What a challenge was made for. One made for another purpose or person is refused. */
export type Purpose = { of: "sign-in" } | { of: "add" | "step-up"; authUserId: string };

type ChallengeDeps = Pick<Deps, "secrets" | "clock">;

export const CHALLENGE_LIFETIME_MS = 5 * 60_000;
const RANDOM_BYTES = 16;

/** A challenge in base64url. Only those that were used are stored (spend-once.ts), so nobody fills a table by asking. */
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

function signed(secrets: Deps["secrets"], purpose: Purpose, random: string, expires: string): string {
  const holder = "authUserId" in purpose ? purpose.authUserId : "";
  return secrets.hash("passkey challenge", purpose.of, holder, random, expires);
}
