import { createHash, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Env } from "../env/read-env.ts";
import { ownKey } from "./own-signer.ts";

/**
 * SHA-256 (hex) of the public keys that seal this portal's PDFs: its own, which sealed before there was another one, and
 * that of the certificate that the operator supplies now.
 */
export function sealKeysOf({ sealFiles }: Pick<Env, "sealFiles">, secret: string): string[] {
  return [createPublicKey(ownKey(secret)), sealFiles && keyIn(sealFiles.certificatePath)].flatMap((key) =>
    key
      ? [
          createHash("sha256")
            .update(key.export({ type: "spki", format: "der" }))
            .digest("hex"),
        ]
      : [],
  );
}

/** Null for a file that cannot be read; each start names that (supplied-signer.ts). */
function keyIn(certificatePath: string): KeyObject | null {
  try {
    return new X509Certificate(readFileSync(certificatePath)).publicKey;
  } catch {
    return null;
  }
}
