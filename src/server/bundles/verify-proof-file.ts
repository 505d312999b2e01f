import { open, readFile, stat } from "node:fs/promises";
import { EXIT_CODES } from "#domain/evidence/formatted-verdict.ts";
import { MAX_VERIFIED_BYTES, type PortalKeys, verifyFile } from "#domain/evidence/verify-file.ts";
import type { Outcome } from "../commands/serve-commands.ts";
import { findSecret } from "../data-dir/secret.ts";
import type { Env } from "../env/read-env.ts";
import { readEvidenceKey } from "../evidence/evidence-key.ts";
import { findPlainFileFault } from "../file-fault.ts";
import { sealKeysOf } from "../seal/seal-keys.ts";

/** Whether a file is to be read as an evidence bundle or a PDF: it is named or begins like one. */
export async function isProof(path: string): Promise<boolean> {
  if (/\.(zip|pdf)$/i.test(path)) return true;
  const file = await open(path).catch(() => null);
  try {
    const { buffer } = (await file?.read({ buffer: Buffer.alloc(5) })) ?? {};
    const begin = buffer?.toString("latin1") ?? "";
    return begin.startsWith("PK") || begin === "%PDF-";
  } catch {
    return false;
  } finally {
    await file?.close();
  }
}

/** Verifies a bundle or sealed PDF on disk, with the keys of DATA_DIR. `line` is an anchor that was printed or mailed. */
export async function verifyProofFile(
  env: Pick<Env, "dataDir" | "sealFiles">,
  path: string,
  line?: string,
): Promise<Outcome> {
  const fault = findPlainFileFault(path);
  if (fault !== null)
    return { isGood: false, message: `${path} cannot be read: ${fault}.`, code: EXIT_CODES.unread };
  const { size } = await stat(path);
  if (size > MAX_VERIFIED_BYTES)
    return { isGood: false, message: "Refused: no bundle and no PDF of the portal is larger than 256 MB." };
  const bytes = new Uint8Array(await readFile(path));
  const { level, heading, sentences, facts } = await verifyFile(bytes, portalKeys(env), { line });
  const lines = [...sentences, ...facts.map(([term, value]) => `${term}: ${value.replaceAll("\n", " · ")}`)];
  return {
    isGood: level === "intact",
    message: [`${heading}.`, ...lines].join("\n  "),
    code: EXIT_CODES[level],
  };
}

function portalKeys(env: Pick<Env, "dataDir" | "sealFiles">): PortalKeys {
  const secret = findSecret(env.dataDir);
  if (secret === null) return { keys: [], sealKeys: [] };
  return { keys: readEvidenceKey(env.dataDir).publicKeys, sealKeys: sealKeysOf(env, secret) };
}
