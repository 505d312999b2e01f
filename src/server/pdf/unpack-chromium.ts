import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs in another process, because the package unpacks into its process's TMPDIR. */
const UNPACK = `
  const { inflate } = await import(process.argv[1]);
  await Promise.all(process.argv.slice(2).map((archive) => inflate(archive)));
`;
const ARCHIVES = ["chromium.br", "al2023.tar.br"];
const UNPACK_TIMEOUT_MS = 120_000;

/** Unpacks the packaged Chromium, with the libraries that a bare machine lacks, once. Returns their paths. */
export async function unpackChromium(
  dataDir: string,
): Promise<{ executablePath: string; libraryPath: string }> {
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
