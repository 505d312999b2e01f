import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { deriveKey } from "../data-dir/secret.ts";
import type { Secrets } from "../deps.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSecrets(secret: string): Secrets {
  const hashKey = deriveKey(secret, "hashes of tokens and codes");
  const sealKey = deriveKey(secret, "sealed words");
  return {
    hash: (purpose, ...words) =>
      createHmac("sha256", hashKey)
        .update(JSON.stringify([purpose, ...words]))
        .digest("hex"),
    seal(words) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealKey, nonce);
      const hidden = Buffer.concat([cipher.update(words, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString("base64");
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, "base64");
      const hiddenAt = NONCE_BYTES + TAG_BYTES;
      const cipher = createDecipheriv(CIPHER, sealKey, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      cipher.setAuthTag(bytes.subarray(NONCE_BYTES, hiddenAt));
      return cipher.update(bytes.subarray(hiddenAt), undefined, "utf8") + cipher.final("utf8");
    },
  };
}
