import { accessSync, constants, statSync } from "node:fs";
import { codeOf } from "./causes.ts";

const IS_MISSING = "it does not exist";
const MAY_NOT_READ = "this user may not read it";
const IS_FOLDER = "it is a folder";

/** By the system's codes. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: IS_MISSING,
  ENOTDIR: IS_MISSING,
  EACCES: MAY_NOT_READ,
  EPERM: MAY_NOT_READ,
  EISDIR: IS_FOLDER,
};

/** Why reading a file failed, as the rest of a sentence: "it does not exist". */
export function describeReadError(error: unknown): string {
  const code = error instanceof Error ? codeOf(error) : "";
  return FAULTS[code] ?? `the system says ${code || "nothing of the reason"}`;
}

/** Why the file cannot be read, as the rest of a sentence, or null. */
export function findReadFault(path: string): string | null {
  try {
    accessSync(path, constants.R_OK);
    const found = statSync(path);
    if (found.isDirectory()) return IS_FOLDER;
    return found.isFile() && found.size === 0 ? "it is empty" : null;
  } catch (error) {
    return describeReadError(error);
  }
}

/** The same for a file whose size counts, or that is read more than once: no pipe and no device. */
export function findPlainFileFault(path: string): string | null {
  return findReadFault(path) ?? (statSync(path).isFile() ? null : "it is no plain file");
}
