import { fsyncSync } from "node:fs";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import type { EngineStopped } from "../causes.ts";
import { watchEngine } from "./stopped-engine.ts";

/** The engine's codes of an input/output error, and of others. It stops then, in place of confirming a commit. */
const EIO = 29;
const CODES: Record<string, number> = { EDQUOT: 19, ENOSPC: 51, EROFS: 69 };

type Stream = { nfd: number };
type EngineModule = { NODEFS: { stream_ops: { fsync?: (stream: Stream) => number } } };

/**
 * The engine's files in a folder, flushed to the disk at its request. Its own file system only claims to flush them, so
 * a power failure would lose what was confirmed.
 */
export class DurableFiles extends NodeFS {
  readonly #flush: (file: number) => void;
  readonly #onStop: (stopped: EngineStopped) => void;

  /** The engine's message about its end, or why it does not begin. */
  lastMessage = () => "";

  /** `onStop` runs when the engine has stopped, and nothing of it runs any more. */
  constructor(
    folder: string,
    flush: (file: number) => void = fsyncSync,
    onStop: (stopped: EngineStopped) => void = () => undefined,
  ) {
    super(folder);
    this.#flush = flush;
    this.#onStop = onStop;
  }

  override async init(...given: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(...given);
    const addFlush = (engine: unknown) => {
      (engine as EngineModule).NODEFS.stream_ops.fsync = ({ nfd }) => codeOf(() => this.#flush(nfd));
    };
    const { printErr, watch, lastMessage } = watchEngine(emscriptenOpts.printErr, this.#onStop);
    this.lastMessage = lastMessage;
    const preRun = [...(emscriptenOpts.preRun ?? []), addFlush, watch];
    return { emscriptenOpts: { ...emscriptenOpts, printErr, preRun } };
  }
}

function codeOf(flush: () => void): number {
  try {
    flush();
    return 0;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    // Windows flushes no folders.
    return code === "EPERM" && process.platform === "win32" ? 0 : (CODES[code] ?? EIO);
  }
}

/** A quarter of the engine's own 128 MB, which it fills with zeros at its start. The system's cache has the rest. */
export const SMALL = ["-c", "shared_buffers=32MB"];

/** The engine's own parameters without "-F", which turns flushing off. Only this method of flushing reaches the files. */
export function durableParameters(own: readonly string[]): string[] {
  return [...own.filter((one) => one !== "-F"), "-c", "wal_sync_method=fsync", ...SMALL];
}
