import { isIP } from "node:net";
import { AppError } from "../app-error.ts";
import type { Env } from "../env/read-env.ts";

const LOOPBACK = ["127.0.0.1", "[::1]", "localhost"];
const OWN_MACHINE = /^https?:\/\/localhost(:\d+)?$/;

const NUMBERED = new AppError(
  "conflict",
  "The portal's address is a number, and passkeys need one with a name. Nothing was changed.",
  { reason: "no-passkeys-here" },
);

/**
 * The site that passkeys belong to: the host of the portal's address. WebAuthn knows no numbered hosts, so on a
 * developer's machine it is localhost. Throws AppError "conflict" for other numbered hosts.
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
