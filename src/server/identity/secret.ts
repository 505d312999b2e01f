import { hkdfSync, randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

const SECRET_BYTES = 32;

/**
 * The secret behind all keys of the portal, in the data directory and readable only by the server's user; made at the
 * first start.
 */
export function readSecret(dataDir: string): string {
  const path = join(dataDir, "secret");
  const secret = readKept(path) ?? makeSecret(dataDir, path);
  if (secret.length < SECRET_BYTES) {
    throw new Error(
      `The secret in ${path} is damaged. Remove the file: a new one is made, and everybody signs in again.`,
    );
  }
  return secret;
}

/** A key for one purpose, which reveals neither the secret nor the key of another purpose. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, SECRET_BYTES));
}

function readKept(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Written under another name first, so that neither a crash nor a second process leaves half a secret. */
function makeSecret(dataDir: string, path: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = openSync(draft, "wx", 0o600);
  try {
    writeSync(file, `${randomBytes(SECRET_BYTES).toString("base64url")}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, "utf8").trim();
}
