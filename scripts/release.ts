// The steps of `npm run release` that need no other program: `check` prints why these sources may not be released, and
// `notes` writes the notes of the release.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBackup, readArchive } from "../src/server/backup/read-archive.ts";
import { type Found, formatNotes, parseChangelog, publishCommands, releaseFaults } from "./release-rules.ts";

const ROOT = join(import.meta.dirname, "..");
const DUMPS = join(ROOT, "tests", "fixtures");
/** Backups named no version before 0.2.0. */
const FIRST_VERSION = "0.1.0";

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).split("\n").filter(Boolean);
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");

async function readDumps(): Promise<Found["dumps"]> {
  const folders = readdirSync(DUMPS, { withFileTypes: true }).filter((one) => one.isDirectory());
  return Promise.all(
    folders.map(async ({ name }) => {
      const { value: head } = await readArchive(openBackup(join(DUMPS, name, "portal.backup"))).next();
      if (!head) throw new Error(`The dump ${name} is empty.`);
      return { version: FIRST_VERSION, ...JSON.parse(head.bytes.toString("utf8")) };
    }),
  );
}

async function main(step: string | undefined): Promise<void> {
  const { version }: { version: string } = JSON.parse(read("package.json"));
  const changelog = parseChangelog(read("CHANGELOG.md"));
  if (step === "check") {
    const faults = releaseFaults({
      version,
      changelog,
      changes: git("status", "--porcelain"),
      tags: git("tag", "--list"),
      dumps: await readDumps(),
      migrations: readdirSync(join(ROOT, "migrations")).toSorted(),
    });
    for (const fault of faults) console.error(fault);
    process.exitCode = faults.length > 0 ? 1 : 0;
    return;
  }
  const section = changelog.find((one) => one.version === version);
  if (!section) throw new Error(`CHANGELOG.md has no section of ${version}.`);
  const path = join(".tmp", `release-${version}.md`);
  mkdirSync(join(ROOT, ".tmp"), { recursive: true });
  writeFileSync(join(ROOT, path), formatNotes(section));
  console.log(`\n${version} may be released. Its notes are in ${path}. These commands publish it:\n`);
  for (const command of publishCommands(version, path)) console.log(`  ${command}`);
}

await main(process.argv[2]);
