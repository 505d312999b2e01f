import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { isProcessAlive } from "./is-process-alive.ts";

test("this process is alive; a pid that makes no sense is not", () => {
  expect(isProcessAlive(process.pid)).toBe(true);
  expect([0, -1, 1.5, Number.NaN].map(isProcessAlive)).toEqual([false, false, false, false]);
});

// Only Linux shows the state of another process.
if (process.platform === "linux")
  test("a killed process whose parent never asks for it is not alive", async () => {
    // The shell becomes `sleep`, which leaves its ended child as a zombie.
    const parent = spawn("sh", ["-c", "sleep 0.1 & echo $!; exec sleep 60"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    onTestFinished(() => void parent.kill("SIGKILL"));
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, "utf8")).toContain(") Z ");
    expect(isProcessAlive(pid)).toBe(false);
  });
