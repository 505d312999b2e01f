import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Logger } from "pino";
import { AppError } from "../app-error.ts";
import type { Env } from "../env/read-env.ts";

const run = promisify(execFile);

/** A browser for printing, with the libraries that the machine lacks. */
export type Chromium = { executablePath: string; libraryPath: string | undefined };

const INSTALLED: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome-stable",
    "/usr/bin/google-chrome",
    "/snap/bin/chromium",
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
};

/** The browser of CHROMIUM_PATH, otherwise the packaged one, otherwise an installed one. */
export async function findChromium(
  env: Pick<Env, "chromiumPath" | "dataDir">,
  log: Logger,
): Promise<Chromium> {
  if (env.chromiumPath !== undefined) return named(env.chromiumPath);
  const found = (await packaged(env.dataDir, log)) ?? installed();
  if (found) return found;
  throw new AppError(
    "unavailable",
    "There is no Chromium to make PDFs with. Install Chrome or Chromium, or set CHROMIUM_PATH to one.",
  );
}

function named(path: string): Chromium {
  if (existsSync(path)) return { executablePath: path, libraryPath: undefined };
  throw new AppError(
    "unavailable",
    `CHROMIUM_PATH names ${path}, and there is nothing. Correct it, or remove it to use the browser that comes with the portal.`,
  );
}

async function packaged(dataDir: string, log: Logger): Promise<Chromium | null> {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  try {
    const { executablePath, libraryPath } = await unpackChromium(dataDir);
    if (await starts(executablePath, undefined)) return { executablePath, libraryPath: undefined };
    if (await starts(executablePath, libraryPath)) return { executablePath, libraryPath };
    log.warn("The Chromium that comes with the portal does not run here; looking for an installed one");
  } catch (error) {
    log.warn(
      error,
      "The Chromium that comes with the portal cannot be unpacked; looking for an installed one",
    );
  }
  return null;
}

/** Whether the program starts: it fails at once if a library is missing. */
async function starts(executablePath: string, libraryPath: string | undefined): Promise<boolean> {
  try {
    await run(executablePath, ["--version"], { env: { LD_LIBRARY_PATH: libraryPath }, timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

function installed(): Chromium | null {
  const executablePath = INSTALLED[process.platform]?.find((path) => existsSync(path));
  return executablePath === undefined ? null : { executablePath, libraryPath: undefined };
}

/** Runs in another process, because the package unpacks into its process's TMPDIR. */
const UNPACK = `
  const { inflate } = await import(process.argv[1]);
  await Promise.all(process.argv.slice(2).map((archive) => inflate(archive)));
`;
const ARCHIVES = ["chromium.br", "al2023.tar.br"];
const UNPACK_TIMEOUT_MS = 120_000;

/** Unpacks the packaged Chromium, with the libraries that a bare machine lacks, once. Returns their paths. */
async function unpackChromium(dataDir: string): Promise<{ executablePath: string; libraryPath: string }> {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const root = join(dirname(entry), "..");
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  const name = `chromium-${version}`;
  // Beside the package, for all data directories; in the data directory if that folder cannot be written.
  const folders = [join(root, "../..", ".cache", "counterpart", name), join(dataDir, name)];
  const folder = folders.find((one) => existsSync(one)) ?? (await unpackInto(folders, entry, root));
  return { executablePath: join(folder, "chromium"), libraryPath: join(folder, "al2023", "lib") };
}

async function unpackInto(folders: string[], entry: string, root: string): Promise<string> {
  let failure: unknown;
  for (const folder of folders) {
    try {
      await unpack(folder, entry, root);
      return folder;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** The folder appears when it is complete. Of several processes that unpack at once, one wins. */
async function unpack(folder: string, entry: string, root: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const part = await mkdtemp(`${folder}-`);
  try {
    const archives = ARCHIVES.map((archive) => join(root, "bin", archive));
    const args = ["--input-type=module", "--eval", UNPACK, pathToFileURL(entry).href, ...archives];
    await run(process.execPath, args, { env: { TMPDIR: part }, timeout: UNPACK_TIMEOUT_MS });
    await rename(part, folder);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
