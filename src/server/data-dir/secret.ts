import { hkdfSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { counterpartCommand } from "../counterpart-command.ts";
import { StartError } from "../start-error.ts";
import { makeDataDir } from "./make-folder.ts";
import { readLine, writeOnce } from "./write-once.ts";

const SECRET_BYTES = 32;

/** The secret behind all keys of the portal, in the data directory; made if it is missing. */
export function readSecret(dataDir: string): string {
  const found = findSecret(dataDir);
  if (found !== null) return found;
  makeDataDir(dataDir);
  return writeOnce(pathOf(dataDir), randomBytes(SECRET_BYTES).toString("base64url"));
}

/** The secret of the data directory; null if there is none. Throws StartError if it is damaged. */
export function findSecret(dataDir: string): string | null {
  const path = pathOf(dataDir);
  const secret = readLine(path);
  if (secret === null || secret.length >= SECRET_BYTES) return secret;
  throw new StartError(
    `The secret in ${path} is damaged. Nothing was changed. Restore the file from a backup. If there is none, remove ` +
      `the file and run: ${counterpartCommand("adopt")}`,
  );
}

/** A key for one purpose, which reveals neither the secret nor the key of another purpose. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, SECRET_BYTES));
}

function pathOf(dataDir: string): string {
  return join(dataDir, "secret");
}
