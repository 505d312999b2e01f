import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { deriveKey } from "./secret.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The purpose of a hash. A hash for one purpose is useless for another. */
type Purpose =
  | "session"
  | "sign-in code"
  | "sign-in code's holder"
  | "known device"
  | "signing code"
  | "signature confirmation"
  | "invitation"
  | "request"
  | "email change"
  | "client view"
  | "backup code"
  | "passkey challenge"
  | "second-factor setup";

/** Hashes and encrypts tokens and codes, so that database rows are useless without the secret of the data directory. */
export type Secrets = {
  /** The stored form of a token or code. Without the secret nobody can try all codes against the hash. */
  hash(purpose: Purpose, ...words: string[]): string;
  /** Encrypts text that is needed again, such as a mail that waits to be sent. */
  seal(words: string): string;
  /** Throws if the text was sealed with another secret. */
  open(sealed: string): string;
};

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
