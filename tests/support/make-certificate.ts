import { generateKeyPairSync } from "node:crypto";
import { selfSigned, serves } from "#server/seal/self-signed.ts";

// A certificate for test servers, made in each run: the repository holds no key.

const DAY_MS = 86_400_000;

/** A self-signed certificate for these names, valid for a day, and its key, both as PEM. */
export async function makeCertificate(names: readonly string[]): Promise<{ cert: string; key: string }> {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const now = Date.now();
  const from = new Date(now - DAY_MS);
  const until = new Date(now + DAY_MS);
  return {
    cert: await selfSigned({ commonName: "Tests", keys, from, until, extension: serves(names) }),
    key: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
