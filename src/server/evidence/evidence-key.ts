import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { anchorText } from "#domain/evidence/evidence-event.ts";
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
  const given = Buffer.from(signature, "base64url");
  // Several texts decode to the same bytes; only one of them is the signature.
  if (given.toString("base64url") !== signature) return false;
  return verify(null, Buffer.from(anchorText(anchor)), keyOf(publicKey), given);
}

function keyOf(publicKey: string): KeyObject {
  const spki = Buffer.concat([SPKI, Buffer.from(publicKey, "base64url")]);
  return createPublicKey({ key: spki, format: "der", type: "spki" });
}
