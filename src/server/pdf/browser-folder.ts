import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isProcessAlive } from "../is-process-alive.ts";
import { fontConfiguration, SYSTEM_FOLDERS } from "./fonts.ts";

/** The folder of a running browser: profile, temporary files, font configuration. Removed when the browser ends. */
export type BrowserFolder = { path: string; fontsPath: string; remove(): Promise<void> };

export async function makeBrowserFolder(
  dataDir: string,
  systemFonts: readonly string[] = SYSTEM_FOLDERS,
): Promise<BrowserFolder> {
  const root = join(dataDir, "browser");
  await mkdir(root, { recursive: true, mode: 0o700 });
  await removeAbandoned(root);
  const path = await mkdtemp(join(root, `${hostname()}-${process.pid}-`));
  const fontsPath = join(path, "fonts.conf");
  await writeFile(fontsPath, fontConfiguration(join(root, "font-cache"), systemFonts));
  return { path, fontsPath, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Removes the folders of killed processes on this machine. */
async function removeAbandoned(root: string): Promise<void> {
  const ours = `${hostname()}-`;
  for (const name of await readdir(root)) {
    if (!name.startsWith(ours)) continue;
    const pid = Number(name.slice(ours.length).split("-")[0]);
    if (Number.isInteger(pid) && !isProcessAlive(pid))
      await rm(join(root, name), { recursive: true, force: true });
  }
}
