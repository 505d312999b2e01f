import { randomBytes, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { PasskeyRequest } from "#domain/account/passkey.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env/read-env.ts";

/** What a challenge was made for. One made for another purpose or person is refused. */
export type Purpose = { of: "sign-in" } | { of: "add" | "step-up"; authUserId: string };

type ChallengeDeps = Pick<Deps, "secrets" | "clock">;

export const CHALLENGE_LIFETIME_MS = 5 * 60_000;
const RANDOM_BYTES = 16;

/** A challenge in base64url. Only used ones are stored (consume-once.ts), so requests fill no table. */
export function makeChallenge({ secrets, clock }: ChallengeDeps, purpose: Purpose): string {
  const random = randomBytes(RANDOM_BYTES).toString("base64url");
  const expires = String(clock().getTime() + CHALLENGE_LIFETIME_MS);
  const words = [random, expires, signed(secrets, purpose, random, expires)].join(".");
  return Buffer.from(words).toString("base64url");
}

/** Whether the portal made the challenge for this purpose, and it has not expired. */
export function isChallenge({ secrets, clock }: ChallengeDeps, purpose: Purpose, challenge: string): boolean {
  const [random = "", expires = "", mac = ""] = Buffer.from(challenge, "base64url").toString().split(".");
  const expected = Buffer.from(signed(secrets, purpose, random, expires));
  const actual = Buffer.from(mac);
  const isOurs = actual.length === expected.length && timingSafeEqual(actual, expected);
  return isOurs && clock().getTime() < Number(expires);
}

function signed(secrets: Deps["secrets"], purpose: Purpose, random: string, expires: string): string {
  const holder = "authUserId" in purpose ? purpose.authUserId : "";
  return secrets.hash("passkey challenge", purpose.of, holder, random, expires);
}

const LOOPBACK = ["127.0.0.1", "[::1]", "localhost"];
const OWN_MACHINE = /^https?:\/\/localhost(:\d+)?$/;

const NUMBERED = new AppError(
  "conflict",
  "The portal's address is a number, and passkeys need one with a name. Nothing was changed.",
  { reason: "no-passkeys-here" },
);

/**
 * The site that passkeys belong to: the host of the portal's address. WebAuthn accepts no IP address, so a
 * developer's machine is localhost. Throws AppError "conflict" for other IP addresses.
 */
export function passkeySite({ publicUrl }: Pick<Env, "publicUrl">): {
  rpId: string;
  isOrigin: (origin: string) => boolean;
} {
  const { hostname, origin: own } = new URL(publicUrl);
  // The portal has any port there, and no other site has this name.
  if (LOOPBACK.includes(hostname))
    return { rpId: "localhost", isOrigin: (origin) => OWN_MACHINE.test(origin) };
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) throw NUMBERED;
  return { rpId: hostname, isOrigin: (origin) => origin === own };
}

/** What a browser needs to use a passkey: one of these credentials, or any if that is empty. */
export function makePasskeyRequest(
  deps: ChallengeDeps & { env: Pick<Env, "publicUrl"> },
  purpose: Purpose,
  allowCredentials: PasskeyRequest["allowCredentials"],
): PasskeyRequest {
  return {
    challenge: makeChallenge(deps, purpose),
    rpId: passkeySite(deps.env).rpId,
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: "required",
    allowCredentials,
  };
}
