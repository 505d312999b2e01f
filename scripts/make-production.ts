import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLog } from "#server/log.ts";
import { findChromium } from "#server/pdf/find-chromium.ts";
import { NOT_BUNDLED } from "../vite.server.config.ts";
import { findRunTimePackages, isInstalledIn, type Lock } from "./run-time-packages.ts";

// Writes a production install for `npm run production`: what the built server loads, and nothing of the build.

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FONTS = /^@(?:fontsource|fontsource-variable|expo-google-fonts)\//;
const FILES = ["package.json", "LICENSE", "dist", "migrations", "public"];
/** Below it the portal looks for Chromium, unpacked (src/server/pdf/find-chromium.ts). */
const CHROMIUM = join("node_modules", ".cache", "counterpart");
/** What Chromium was unpacked from. */
const ARCHIVES = join("node_modules", "@sparticuz", "chromium", "bin");

/** Needs no valid certificate: it is for the name of PUBLIC_URL, and this is the same machine. Has no single quotes. */
const ASK_READY = `
const { HOST = "", PORT, TLS_CERT } = process.env;
const { request } = require(TLS_CERT ? "node:https" : "node:http");
const host = ["", "0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : HOST;
const end = (isReady) => process.exit(isReady ? 0 : 1);
request({ host, port: PORT || 4000, path: "/readyz", rejectUnauthorized: false, timeout: 5000 })
  .on("response", ({ statusCode }) => end(statusCode === 200))
  .on("error", () => end(false))
  .on("timeout", () => end(false))
  .end();`;

async function main(target: string): Promise<number> {
  if (existsSync(target)) {
    process.stderr.write(`${target} exists. Nothing was changed; name a new folder for each version.\n`);
    return 1;
  }
  // A folder that is not complete never has the name.
  const part = `${target}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  for (const name of FILES) cpSync(join(ROOT, name), join(part, name), { recursive: true });
  for (const folder of runTimePackages())
    cpSync(join(ROOT, folder), join(part, folder), {
      recursive: true,
      filter: isOwnFile(join(ROOT, folder)),
    });
  await copyChromium(part);
  copyNode(part);
  writePrograms(part);
  openToReaders(part);
  renameSync(part, target);
  process.stdout.write(`${describe(target)}\n\nStart it: ${join(target, "bin", "counterpart")}\n`);
  return 0;
}

function runTimePackages(): string[] {
  const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), "utf8"));
  const { dependencies }: { dependencies: Record<string, string> } = read("package.json");
  const { packages }: { packages: Lock } = read("package-lock.json");
  const fonts = Object.keys(dependencies).filter((name) => FONTS.test(name));
  return findRunTimePackages(packages, [...NOT_BUNDLED, ...fonts], isInstalledIn(ROOT));
}

/** Packages below another are copied by their own folders. */
function isOwnFile(folder: string): (path: string) => boolean {
  return (path) => path !== join(folder, "node_modules");
}

async function copyChromium(part: string): Promise<void> {
  const { executablePath } = await findChromium(
    { chromiumPath: undefined, dataDir: join(ROOT, ".tmp") },
    createLog("warn"),
  );
  const unpacked = dirname(executablePath);
  // Elsewhere than on Linux x64 it is the machine's Chromium that prints.
  if (!basename(unpacked).startsWith("chromium-")) return;
  cpSync(unpacked, join(part, CHROMIUM, basename(unpacked)), { recursive: true });
  rmSync(join(part, ARCHIVES), { recursive: true, force: true });
}

/** The Node that runs this script is the one of the packages, or the machine's if they have none for it. */
function copyNode(part: string): void {
  mkdirSync(join(part, "bin"));
  cpSync(process.execPath, join(part, "bin", "node"), { dereference: true });
}

function writePrograms(part: string): void {
  const { node, environment }: { node: string[]; environment: Record<string, string> } = JSON.parse(
    readFileSync(join(ROOT, "scripts", "portal-options.json"), "utf8"),
  );
  const variables = Object.entries({ NODE_ENV: "production", ...environment });
  write(
    part,
    "counterpart",
    `# counterpart: serves the portal. counterpart <command>: runs a command, such as backup.
here=$(dirname "$(dirname "$(readlink -f "$0")")")
export ${variables.map(([name, value]) => `${name}=${value}`).join(" ")}
if [ $# -eq 0 ]; then
  exec "$here/bin/node" ${node.join(" ")} "$here/dist/server/main.js"
fi
exec "$here/bin/node" "$here/dist/server/cli.js" "$@"
`,
  );
  write(
    part,
    "ready",
    `# ready: whether the portal at HOST and PORT of this machine can do its work, by the exit code.
here=$(dirname "$(dirname "$(readlink -f "$0")")")
exec "$here/bin/node" -e '${ASK_READY}'
`,
  );
}

/** The portal's user, who is not the one that installs, may read and run everything: Chromium is unpacked for its owner. */
function openToReaders(path: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  chmodSync(path, found.isDirectory() || (found.mode & 0o100) !== 0 ? 0o755 : 0o644);
  if (found.isDirectory()) for (const name of readdirSync(path)) openToReaders(join(path, name));
}

function write(part: string, name: string, text: string): void {
  const program = join(part, "bin", name);
  writeFileSync(program, `#!/bin/sh\n${text}`);
  chmodSync(program, 0o755);
}

/** The whole size of an installation and its parts, the largest first, in megabytes of a million bytes. */
function describe(target: string): string {
  const packages = join(target, "node_modules");
  const parts = [
    ["Chromium, unpacked", sizeOf(join(target, CHROMIUM))],
    ["Node", sizeOf(join(target, "bin"))],
    ["packages", sizeOf(packages) - sizeOf(join(target, CHROMIUM))],
    ["the built program and pages", sizeOf(join(target, "dist"))],
    ["migrations and pictures", sizeOf(join(target, "migrations")) + sizeOf(join(target, "public"))],
  ] as const;
  const lines = parts
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, bytes]) => `${megabytes(bytes)}  ${name}`);
  return [`${megabytes(sizeOf(target))}  ${target}`, ...lines].join("\n");
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1).padStart(6)} MB`;

function sizeOf(path: string): number {
  if (!existsSync(path)) return 0;
  const found = lstatSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

process.exitCode = await main(process.argv[2] ?? "");
