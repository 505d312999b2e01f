import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { codeOf, isDiskFull } from "../causes.ts";
import { StartError } from "../start-error.ts";

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: "a file is in its place",
  ENOTDIR: "a file is in the place of one of its folders",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there, or its disk knows no hard links",
  EROFS: "its disk may only be read",
  ENOENT: "no folder can be made there",
  ENAMETOOLONG: "its name is too long",
  ELOOP: "its links go round in a circle",
  ENOTSUP: "its disk knows no hard links",
};

/** Makes the data directory and tests that it can be used. Returns a function that removes it while it is empty. */
export function makeDataDir(dataDir: string): () => void {
  const made: string[] = [];
  const undo = () => {
    for (const folder of made.toReversed()) tryTo(() => rmdirSync(folder));
  };
  // In containers, several processes with this data directory have the same number.
  const trial = join(dataDir, `trial-${randomUUID()}`);
  try {
    makeFolders(dataDir, made);
    writeFileSync(trial, "");
    linkSync(trial, `${trial}-link`);
  } catch (error) {
    removeTrial(trial);
    undo();
    if (isDiskFull(error)) throw error;
    const reason = REASONS[codeOf(error as Error)] ?? (error as Error).message;
    throw new StartError(
      `The data directory ${dataDir} can't be used: ${reason}. Set DATA_DIR to a folder that the portal may write to.`,
    );
  }
  removeTrial(trial);
  return undo;
}

/** Node's own recursive mkdir never ends in a file system such as /proc. */
function makeFolders(folder: string, made: string[]): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
    made.push(folder);
  } catch (error) {
    const code = codeOf(error as Error);
    if (code === "EEXIST" && statSync(folder).isDirectory()) return;
    const parent = dirname(folder);
    if (code !== "ENOENT" || statSync(parent, { throwIfNoEntry: false }) || parent === folder) throw error;
    makeFolders(parent, made);
    makeFolders(folder, made);
  }
}

function removeTrial(trial: string): void {
  for (const path of [trial, `${trial}-link`]) tryTo(() => rmSync(path, { force: true }));
}

/** A folder may have contents by now, and what kept a file from being made keeps it from being removed. */
function tryTo(remove: () => void): void {
  try {
    remove();
  } catch {}
}
