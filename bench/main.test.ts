import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const BENCH = fileURLToPath(new URL("./main.ts", import.meta.url));

test("HOUSE-3 the bench starts by Node alone, and lists its measures when another is requested", async () => {
  const run = promisify(execFile)(process.execPath, [BENCH, "no-such-piece"]);
  await expect(run).rejects.toThrow("There is no no-such-piece. There are embedded, server");
});
