import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import type { Logger } from "pino";
import { AppError } from "../app-error.ts";
import type { Env } from "../env.ts";
import { unpackChromium } from "./unpack-chromium.ts";

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
