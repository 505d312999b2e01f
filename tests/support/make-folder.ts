import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new folder of one test, removed after it. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "counterpart-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
