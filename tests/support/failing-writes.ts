import fs, { type PathLike } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { resolve, sep } from "node:path";

type Own = (...given: unknown[]) => unknown;

/** What a full disk, a used quota, a broken disk and one that is only read answer. */
export const DISK_CODES = ["ENOSPC", "EDQUOT", "EIO", "EROFS"] as const;
export type DiskCode = (typeof DISK_CODES)[number];

/** A disk whose writes below a folder fail as those of a full one. */
export type FailingWrites = {
  /** What has written there since the last `fill`, in this order: "write database/base/5/16384". */
  readonly writes: readonly string[];
  /** The write that failed first since then. */
  readonly failed: string | null;
  /** From now on the nth write fails, or the first of a kind, and "until-room" all after it; none for Infinity. */
  fill(folder: string, at: number | RegExp, how?: "once" | "until-room", code?: DiskCode): void;
  /** Works again, and counts nothing. */
  makeRoom(): void;
  /** Gives Node its own functions back. */
  end(): void;
};

/** Functions that write to a path, which comes first, or to the path that comes second. */
const OF_PATHS = ["mkdir", "mkdtemp", "writeFile", "appendFile", "truncate"];
const OF_SECOND_PATHS = ["rename", "copyFile", "cp", "link", "symlink"];
const OF_NUMBERS = ["write", "writev", "fsync", "fdatasync", "ftruncate"];
const OF_HANDLES = ["write", "writev", "writeFile", "appendFile", "sync", "datasync", "truncate"];

/**
 * Puts itself before every function of Node by which this process writes to files: ours, those of packages, and those
 * of the embedded database.
 */
export async function failingWrites(): Promise<FailingWrites> {
  let root = "";
  const undo: (() => void)[] = [];
  let writes: string[] = [];
  let failAt: number | RegExp = Number.POSITIVE_INFINITY;
  let failed: string | null = null;
  let untilRoom = false;
  let isCounting = false;
  let failAs: DiskCode = "ENOSPC";

  /** Throws if this write is one that fails. */
  function meet(what: string, path: string, isOfPath = true): void {
    if (!isCounting || !path.startsWith(root)) return;
    const write = `${what} ${path.slice(root.length)}`;
    writes.push(write);
    const isMeant = typeof failAt === "number" ? writes.length === failAt : failAt.test(write);
    if (failed === null ? !isMeant : !untilRoom) return;
    failed ??= write;
    throw failure(failAs, what, isOfPath ? path : undefined);
  }

  function put(on: object, name: string, before: (given: unknown[]) => void, isPromise: boolean): void {
    const own = Reflect.get(on, name) as Own;
    const hooked = function (this: unknown, ...given: unknown[]): unknown {
      try {
        before(given);
      } catch (error) {
        if (isPromise) return Promise.reject(error);
        const done = given.at(-1);
        if (typeof done !== "function") throw error;
        return process.nextTick(done as () => void, error);
      }
      return own.apply(this, given);
    };
    Reflect.set(on, name, hooked);
    undo.push(() => void Reflect.set(on, name, own));
  }

  for (const name of OF_PATHS) putAll(name, ([path]) => meet(name, pathOf(path)));
  for (const name of OF_SECOND_PATHS) putAll(name, ([, path]) => meet(name, pathOf(path)));
  putAll("open", ([path, flags]) => writesTo(flags) && meet("open", pathOf(path)));
  for (const name of OF_NUMBERS)
    for (const form of [name, `${name}Sync`])
      put(fs, form, ([file]) => meet(name, pathOf(file), false), false);
  const handle = await fs.promises.open(import.meta.filename);
  const handles = Object.getPrototypeOf(handle) as object;
  await handle.close();
  for (const name of OF_HANDLES) {
    const own = Reflect.get(handles, name) as Own;
    Reflect.set(handles, name, function (this: { fd: number }, ...given: unknown[]) {
      try {
        meet(name, pathOf(this.fd), false);
      } catch (error) {
        return Promise.reject(error);
      }
      return own.apply(this, given);
    });
    undo.push(() => void Reflect.set(handles, name, own));
  }
  syncBuiltinESMExports();

  /** Of the three forms of a function. */
  function putAll(name: string, before: (given: unknown[]) => void): void {
    put(fs, name, before, false);
    put(fs, `${name}Sync`, before, false);
    put(fs.promises, name, before, true);
  }

  return {
    get writes() {
      return writes;
    },
    get failed() {
      return failed;
    },
    fill(folder, at, how = "once", code = "ENOSPC") {
      root = resolve(folder) + sep;
      [writes, failed, failAt, untilRoom, isCounting] = [[], null, at, how === "until-room", true];
      failAs = code;
    },
    makeRoom() {
      isCounting = false;
    },
    end() {
      for (const one of undo) one();
      syncBuiltinESMExports();
    },
  };
}

/** As Node says it, which names no path where it was given the number of a file. */
function failure(code: DiskCode, what: string, path: string | undefined): NodeJS.ErrnoException {
  const error = new Error(`${code}: the disk takes nothing, ${what}${path ? ` '${path}'` : ""}`);
  return Object.assign(error, { code, syscall: what, ...(path && { path }) });
}

function pathOf(file: unknown): string {
  if (typeof file !== "number") return resolve(String(file as PathLike));
  try {
    return fs.readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return "";
  }
}

function writesTo(flags: unknown): boolean {
  if (typeof flags === "number")
    return (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT)) !== 0;
  return typeof flags === "string" && /[wa+]/.test(flags);
}
