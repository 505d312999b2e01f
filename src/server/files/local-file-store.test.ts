import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLocalFileStore } from "./local-file-store.ts";

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
      message: "The server could not keep the file.",
    });
    await rm(obstacle);
    await mkdir(obstacle);
    expect((await store.put(Buffer.from("hello"))).sha256).toBe(HELLO);
  });
});
