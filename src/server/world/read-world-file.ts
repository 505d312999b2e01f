import { readFile, stat } from "node:fs/promises";
import { WorldRefusedError } from "./world-error.ts";

const MEGABYTE = 1024 * 1024;
const MAX_BYTES = 64 * MEGABYTE;

/** The text of a world file. Throws WorldRefusedError if the file cannot be read, is too large or is not UTF-8. */
export async function readWorldFile(path: string): Promise<string> {
  const { size } = await stat(path).catch((error: unknown) => refuseUnreadable(path, error));
  if (size > MAX_BYTES) {
    const megabytes = (size / MEGABYTE).toFixed(1);
    throw refused(
      path,
      `The file has ${megabytes} MB; at most ${MAX_BYTES / MEGABYTE} MB are loaded at once. Split it.`,
    );
  }
  const bytes = await readFile(path).catch((error: unknown) => refuseUnreadable(path, error));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refused(path, "The file is not UTF-8 text. Save it as UTF-8.");
  }
}

function refuseUnreadable(path: string, error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  throw refused(path, code === "ENOENT" ? "There is no such file." : `The file cannot be read: ${message}`);
}

function refused(place: string, message: string): WorldRefusedError {
  return new WorldRefusedError([{ place, message }]);
}
