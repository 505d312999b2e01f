import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { deriveKey, readSecret } from "../data-dir/secret.ts";
import { readLine } from "../data-dir/write-once.ts";
import type { Asker } from "../db/roles.ts";
import { createEvidenceKey } from "./evidence-key.ts";

/** The portal's key, and the keys before it that the operator trusts. */
export function readEvidenceKey(dataDir: string) {
  const former = readLine(pathOf(dataDir))?.split("\n") ?? [];
  return createEvidenceKey(deriveKey(readSecret(dataDir), "evidence"), former);
}

/**
 * Trusts the keys that signed the evidence of the database so far. The operator does so who adopts a data directory:
 * the evidence was signed with the secret that is lost.
 */
export async function trustKeysOf(owner: Asker, dataDir: string): Promise<void> {
  const key = readEvidenceKey(dataDir);
  const { rows } = await owner.query<{ public_key: string }>(
    "select distinct public_key from evidence_events order by public_key",
  );
  const fresh = rows.map((row) => row.public_key).filter((one) => !key.isTrusted(one));
  if (fresh.length > 0)
    appendFileSync(pathOf(dataDir), `${fresh.join("\n")}\n`, { mode: 0o600, flush: true });
}

function pathOf(dataDir: string): string {
  return join(dataDir, "former-evidence-keys");
}
