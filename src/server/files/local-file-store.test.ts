import fs, { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createLocalFileStore } from "./local-file-store.ts";
import { sweepParts } from "./sweep-parts.ts";

const log = pino({ level: "silent" });
const HELLO = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "counterpart-files-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** The paths that are flushed to the disk from now on until the test ends. */
function flushedPaths(): string[] {
  const paths: string[] = [];
  const own = fs.open;
  onTestFinished(() => {
    fs.open = own;
    syncBuiltinESMExports();
  });
  fs.open = async (path, ...given) => {
    const handle = await own(path, ...given);
    const sync = handle.sync.bind(handle);
    handle.sync = () => sync().then(() => void paths.push(String(path)));
    return handle;
  };
  syncBuiltinESMExports();
  return paths;
}

describe("files on the local disk", () => {
  test("lie under their SHA-256, and come back as they were", async () => {
    const store = createLocalFileStore(dataDir, log);
    expect(await store.put(Buffer.from("hello"))).toEqual({ sha256: HELLO, byteLength: 5 });
    const path = join(dataDir, "files", "2c", "f2", HELLO);
    expect(await readFile(path, "utf8")).toBe("hello");
    expect((await stat(path)).mode & 0o077).toBe(0);
    const opened = await store.open(HELLO);
    expect(opened && (await buffer(opened)).toString()).toBe("hello");
  });

  test("the same bytes are kept once, also when they come at once, and nothing else stays behind", async () => {
    const store = createLocalFileStore(dataDir, log);
    await Promise.all(Array.from({ length: 20 }, () => store.put(Buffer.from("hello"))));
    expect(await filesIn(join(dataDir, "files"))).toEqual([HELLO]);
  });

  test.each(["new", "there already"])(
    "TRUST-8 no name of a kept file is lost with the power, whose bytes are %s",
    async (which) => {
      const store = createLocalFileStore(dataDir, log);
      if (which === "there already") await store.put(Buffer.from("hello"));
      const flushed = flushedPaths();
      await store.put(Buffer.from("hello"));
      const names = ["", "files", "files/2c", "files/2c/f2"].map((name) => join(dataDir, name));
      expect(flushed).toEqual(expect.arrayContaining(names));
    },
  );

  test("a file that lost bytes is written again", async () => {
    const store = createLocalFileStore(dataDir, log);
    await store.put(Buffer.from("hello"));
    const path = join(dataDir, "files", "2c", "f2", HELLO);
    await writeFile(path, "");
    await store.put(Buffer.from("hello"));
    expect(await readFile(path, "utf8")).toBe("hello");
  });

  test.each(["0".repeat(64), "..", "../../../etc/passwd", ""])(
    "there is nothing under %j",
    async (sha256) => {
      expect(await createLocalFileStore(dataDir, log).open(sha256)).toBeNull();
    },
  );

  test("where nothing can be written it says so, and works again afterwards", async () => {
    const obstacle = join(dataDir, "files");
    await writeFile(obstacle, "");
    const store = createLocalFileStore(dataDir, log);
    await expect(store.put(Buffer.from("hello"))).rejects.toMatchObject({
      code: "unavailable",
      message: "The server couldn't save the file.",
    });
    await rm(obstacle);
    await mkdir(obstacle);
    expect((await store.put(Buffer.from("hello"))).sha256).toBe(HELLO);
  });

  describe("that no row names", () => {
    const month = 31 * 86_400_000;
    const pathOf = (sha256: string) => join(dataDir, "files", sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    const sweep = (named: string[], inMs = month) =>
      createLocalFileStore(dataDir, log).sweep(new Date(Date.now() + inMs), async () => new Set(named));

    test("CARE-8 are removed after a month, and named ones stay", async () => {
      const store = createLocalFileStore(dataDir, log);
      const { sha256 } = await store.put(Buffer.from("of a killed job"));
      await store.put(Buffer.from("hello"));
      await sweep([HELLO], month / 2);
      expect((await filesIn(dataDir)).toSorted()).toEqual([HELLO, sha256].toSorted());
      await sweep([HELLO]);
      expect(await filesIn(dataDir)).toEqual([HELLO]);
    });

    test("stay for another month when they are stored again", async () => {
      const store = createLocalFileStore(dataDir, log);
      await store.put(Buffer.from("hello"));
      const before = new Date(Date.now() - month);
      await utimes(pathOf(HELLO), before, before);
      await store.put(Buffer.from("hello"));
      await sweep([], 0);
      expect(await filesIn(dataDir)).toEqual([HELLO]);
    });

    test("are there again after a sweep that was killed halfway", async () => {
      const store = createLocalFileStore(dataDir, log);
      await store.put(Buffer.from("hello"));
      await rename(pathOf(HELLO), `${pathOf(HELLO)}.aside`);
      await sweep([HELLO]);
      expect(await filesIn(dataDir)).toEqual([HELLO]);
    });
  });

  test("CARE-8 halves that interrupted writing left are removed after a day, in every folder", async () => {
    const folder = join(dataDir, "mails", "deeper");
    await mkdir(folder, { recursive: true });
    for (const name of ["20261121-ada.eml.part", "20261121-ada.eml"])
      await writeFile(join(folder, name), "half");
    await sweepParts(dataDir, new Date(Date.now() + 3_600_000));
    expect(await filesIn(dataDir)).toHaveLength(2);
    await sweepParts(dataDir, new Date(Date.now() + 2 * 86_400_000));
    expect(await filesIn(dataDir)).toEqual(["20261121-ada.eml"]);
    await sweepParts(join(dataDir, "missing"), new Date());
  });
});
