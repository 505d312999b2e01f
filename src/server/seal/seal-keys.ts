import { createPublicKey, hash, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Env } from "../env/read-env.ts";
import { ownKey } from "./own-signer.ts";

/** SHA-256 (hex) of the public keys that seal this portal's PDFs: its own, and that of the operator's certificate. */
export function sealKeysOf({ sealFiles }: Pick<Env, "sealFiles">, secret: string): string[] {
  const keys = [createPublicKey(ownKey(secret)), sealFiles && keyIn(sealFiles.certificatePath)];
  return keys
    .filter((key) => key !== null)
    .map((key) => hash("sha256", key.export({ type: "spki", format: "der" })));
}

/** Null for a file that cannot be read; each start names that (supplied-signer.ts). */
function keyIn(certificatePath: string): KeyObject | null {
  try {
    return new X509Certificate(readFileSync(certificatePath)).publicKey;
  } catch {
    return null;
  }
}
