import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { join } from "node:path";
import { anchorText } from "#domain/evidence/evidence-event.ts";
import { deriveKey, readSecret } from "../data-dir/secret.ts";
import { readLine, writeFlushed } from "../data-dir/write-once.ts";
import type { Queryable } from "../db/roles.ts";
import type { Anchor, EvidenceKey } from "../deps.ts";

/** RFC 8410: an Ed25519 key in PKCS #8, and in SPKI, is these bytes and its 32 bytes. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

/** The key of a seed of 32 bytes. `former` are the public keys before it. */
export function createEvidenceKey(seed: Buffer, former: readonly string[]): EvidenceKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  const publicKey = spki.subarray(SPKI.length).toString("base64url");
  const trusted = new Set([publicKey, ...former]);
  const signText = (text: string) => sign(null, Buffer.from(text), privateKey).toString("base64url");
  return {
    publicKey,
    publicKeys: [...trusted],
    sign: (anchor) => signText(anchorText(anchor)),
    signText,
    isTrusted: (key) => trusted.has(key),
  };
}

export function isSignedWith(publicKey: string, anchor: Anchor, signature: string): boolean {
  const actual = Buffer.from(signature, "base64url");
  // Several texts decode to the same bytes; only one of them is the signature.
  if (actual.toString("base64url") !== signature) return false;
  return verify(null, Buffer.from(anchorText(anchor)), keyOf(publicKey), actual);
}

function keyOf(publicKey: string): KeyObject {
  const spki = Buffer.concat([SPKI, Buffer.from(publicKey, "base64url")]);
  return createPublicKey({ key: spki, format: "der", type: "spki" });
}

/** The portal's key, and the keys before it that the operator trusts. */
export function readEvidenceKey(dataDir: string) {
  const former = readLine(pathOf(dataDir))?.split("\n") ?? [];
  return createEvidenceKey(deriveKey(readSecret(dataDir), "evidence"), former);
}

/** Trusts the keys that signed the evidence so far, with a secret that is lost. Adopting a data directory does so. */
export async function trustKeysOf(owner: Queryable, dataDir: string): Promise<void> {
  const key = readEvidenceKey(dataDir);
  const { rows } = await owner.query<{ public_key: string }>(
    "select distinct public_key from evidence_events order by public_key",
  );
  const fresh = rows.map((row) => row.public_key).filter((one) => !key.isTrusted(one));
  if (fresh.length > 0) writeFlushed(pathOf(dataDir), `${fresh.join("\n")}\n`, "a");
}

function pathOf(dataDir: string): string {
  return join(dataDir, "former-evidence-keys");
}
