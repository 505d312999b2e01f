import { randomBytes, randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const KEY_BYTES = 32;

/** The key that links to files are signed with: made at the first start, then read from the data directory. */
export function readLinkKey(dataDir: string): Buffer {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, "file-link-key");
  const made = join(dataDir, `file-link-key-${randomUUID()}`);
  try {
    writeFileSync(made, randomBytes(KEY_BYTES), { mode: 0o600 });
    // A hard link fails where there is a key already: of processes that start together, one makes it.
    linkSync(made, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(made, { force: true });
  }
  const key = readFileSync(path);
  if (key.byteLength !== KEY_BYTES)
    throw new Error(`${path} does not hold a key. Remove it; a new one is made at the next start.`);
  return key;
}
