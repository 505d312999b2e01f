import { PGlite } from "@electric-sql/pglite";
import { EngineStopped } from "../causes.ts";
import { DurableFiles, durableParameters, SMALL } from "./durable-files.ts";

/** What the engine confirms outlives a power failure. */
export function openEngine(folder: string, files = new DurableFiles(folder)): Promise<PGlite> {
  return create(files, durableParameters(PGlite.defaultStartParams));
}

/** For a folder that is useless after a power failure: nothing is flushed. */
export function openUnflushed(folder: string, onStop?: (stopped: EngineStopped) => void): Promise<PGlite> {
  return create(unflushed(folder, onStop), [...PGlite.defaultStartParams, ...SMALL]);
}

/** Makes a database in an empty folder. Nothing of it is flushed yet. */
export async function makeEngine(folder: string): Promise<void> {
  await (await create(unflushed(folder), PGlite.defaultStartParams)).close();
}

function unflushed(folder: string, onStop?: (stopped: EngineStopped) => void): DurableFiles {
  return new DurableFiles(folder, () => undefined, onStop);
}

/** Throws EngineStopped, with the engine's last message, or the code of the file system's error. */
async function create(files: DurableFiles, startParams: string[]): Promise<PGlite> {
  try {
    return await PGlite.create({ fs: files, startParams });
  } catch (error) {
    throw new EngineStopped(messageOf(error) ?? files.lastMessage(), { cause: error });
  }
}

/** The engine's file system throws codes, and no Error. */
const MESSAGES = new Map([
  [19, "Quota exceeded"],
  [29, "I/O error"],
  [51, "No space left on device"],
  [69, "Read-only file system"],
]);

function messageOf(error: unknown): string | null {
  const errno = typeof error === "object" && error !== null && "errno" in error ? error.errno : null;
  if (typeof errno !== "number") return null;
  return `The engine could not write a file: ${MESSAGES.get(errno) ?? `error ${errno}`}`;
}
