import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ROOT } from "#tests/support/portal.ts";
import { peerFolder } from "#tests/support/run-peer.ts";

const NAME = "counterpart@.service";

test("RUN-1 systemd accepts the shipped unit and says nothing of it", async () => {
  const unit = join(await peerFolder(), NAME);
  // systemd asks whether the program of the production install is there.
  const shipped = await readFile(join(ROOT, "deploy", NAME), "utf8");
  await writeFile(unit, shipped.replaceAll("/opt/counterpart/bin/counterpart", process.execPath));
  const { stdout, stderr } = await promisify(execFile)("systemd-analyze", ["verify", unit]);
  expect(stdout + stderr).toBe("");
});

/** The shipped command with its places in a folder, and stand-ins for systemd that write down how they are called. */
async function placeCommand() {
  const folder = await peerFolder();
  const [bin, program, settings] = [
    join(folder, "bin"),
    join(folder, "program"),
    join(folder, "counterpart.env"),
  ];
  await mkdir(bin);
  const write = (name: string, text: string) => writeFile(name, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const asked = (name: string) => join(folder, `${name}.asked`);
  await write(
    join(bin, "systemd-run"),
    `printf '%s\\n' "$@" > ${asked("systemd-run")}\n[ -e ${folder}/waits ] && sleep 60\nexit 3`,
  );
  await write(join(bin, "systemctl"), `printf '%s\\n' "$@" > ${asked("systemctl")}`);
  await write(join(bin, "runuser"), "! echo $* | grep -q private");
  await write(join(bin, "id"), "echo 0");
  await write(program, "");
  await writeFile(settings, "");
  const shipped = await readFile(join(ROOT, "deploy", "counterpart"), "utf8");
  const command = join(folder, "counterpart");
  const placed = shipped
    .replaceAll("/opt/counterpart/bin/counterpart", program)
    .replaceAll("/etc/counterpart.env", settings);
  await writeFile(command, placed, { mode: 0o755 });
  const env = { PATH: `${bin}:/usr/bin:/bin` };
  const run = (args: string[], variables: Record<string, string> = {}) =>
    promisify(execFile)(command, args, { cwd: folder, env: { ...env, ...variables } }).then(
      () => ({ code: 0, stderr: "" }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    );
  return { folder, program, settings, command, env, asked, run };
}

test("RUN-1 the command beside units runs as their user where it was typed, and passes its exit code on", async () => {
  const { folder, program, settings, asked, run } = await placeCommand();
  expect(await run(["backup", "my backups"])).toEqual({ code: 3, stderr: "" });
  const called = (await readFile(asked("systemd-run"), "utf8")).trimEnd().split("\n");
  expect(called.slice(-3)).toEqual([program, "backup", "my backups"]);
  expect(called).toEqual(
    expect.arrayContaining([
      "--uid=counterpart",
      `--property=WorkingDirectory=-${folder}`,
      `--property=EnvironmentFile=${settings}`,
      "--setenv=DATA_DIR=/var/lib/counterpart",
    ]),
  );
});

test("RUN-1 the command beside units refuses what it would not do as typed, in a sentence and before anything is done", async () => {
  const { folder, program, settings, asked, run } = await placeCommand();
  await writeFile(join(folder, "private.json"), "{}");
  const refusal = async (words: RegExp, args: string[], variables?: Record<string, string>) => {
    const { code, stderr } = await run(args, variables);
    expect({ code, stderr }).toMatchObject({ code: 125, stderr: expect.stringMatching(words) });
    expect(stderr).toMatch(/Nothing was done\.\n$/);
    expect(existsSync(asked("systemd-run"))).toBe(false);
  };
  await refusal(/unset DATA_DIR and DATABASE_URL/, ["restore", "x"], { DATA_DIR: "/srv/trial" });
  await refusal(/unset DATA_DIR and DATABASE_URL/, ["restore", "x"], { DATABASE_URL: "postgres://x/y" });
  await refusal(/may not read private\.json/, ["load", "private.json"]);
  await rm(program);
  await refusal(/leads to no production install/, ["verify"]);
  await rm(settings);
  await refusal(/is missing/, ["verify"]);
});

test("RUN-1 Ctrl-C ends a command beside units, not only the wait for it", async () => {
  const { folder, command, env, asked } = await placeCommand();
  await writeFile(join(folder, "waits"), "");
  const running = spawn(command, ["backup", folder], { env, detached: true, stdio: "ignore" });
  const ended = new Promise((resolve) => running.once("exit", resolve));
  await expect.poll(() => existsSync(asked("systemd-run")), { timeout: 20_000 }).toBe(true);
  process.kill(-(running.pid ?? Number.NaN), "SIGINT");
  await ended;
  expect(await readFile(asked("systemctl"), "utf8")).toBe(
    `stop\ncounterpart-command-${running.pid}.service\n`,
  );
});
