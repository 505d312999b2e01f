import { existsSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { readAnchor } from "#domain/evidence/anchor.ts";
import { tellVerdict } from "#domain/evidence/bundle/tell-verdict.ts";
import { verifyBundle } from "#domain/evidence/bundle/verify-bundle.ts";
import type { Outcome } from "../commands/serve-commands.ts";
import type { Env } from "../env.ts";
import { readEvidenceKey } from "../evidence/trust-keys.ts";

const LARGEST_BYTES = 256 * 1024 * 1024;

/** Whether a file is to be read as an evidence bundle: it is named or begins like a zip archive. */
export async function isBundle(path: string): Promise<boolean> {
  if (path.toLowerCase().endsWith(".zip")) return true;
  const file = await open(path).catch(() => null);
  try {
    const { buffer } = (await file?.read({ buffer: Buffer.alloc(2) })) ?? {};
    return buffer?.toString("latin1") === "PK";
  } catch {
    return false;
  } finally {
    await file?.close();
  }
}

/**
 * Verifies a bundle on disk, as /verify does. The portal's keys are known where its DATA_DIR is. `line` is an anchor
 * that was printed or mailed.
 */
export async function verifyBundleFile(
  env: Pick<Env, "dataDir">,
  path: string,
  line?: string,
): Promise<Outcome> {
  const anchor = line === undefined ? null : readAnchor(line);
  if (line !== undefined && !anchor)
    return { isGood: false, said: "This is no anchor. It begins with “evidence:”." };
  const about = await stat(path).catch(() => null);
  if (!about?.isFile()) return { isGood: false, said: `There is no file ${path}.` };
  if (about.size > LARGEST_BYTES) return { isGood: false, said: "Refused: no bundle is larger than 256 MB." };
  const keys = existsSync(join(env.dataDir, "secret")) ? readEvidenceKey(env.dataDir).publicKeys : [];
  const verdict = await verifyBundle(new Uint8Array(await readFile(path)), { keys, anchor });
  const { heading, sentences, facts } = tellVerdict(verdict);
  const lines = [...sentences, ...facts.map(([term, value]) => `${term}: ${value}`)];
  return { isGood: verdict.outcome === "intact", said: [`${heading}.`, ...lines].join("\n  ") };
}
