import { existsSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { runInPortal } from "./run-in-portal.ts";
import { commandSocket, type RunCommand, serveCommands } from "./serve-commands.ts";

const log = pino({ level: "silent" });
const COMMAND = { command: "invite-owner", email: "ada@example.test" } as const;

async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "commands-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

const sendLink: RunCommand = async (command) => ({ message: `A link by ${command.command}`, isGood: true });
const LINK = { message: "A link by invite-owner", isGood: true };

async function serve(dataDir: string, run = sendLink) {
  const served = await serveCommands(dataDir, log, run);
  onTestFinished(() => served.close());
  return served;
}

test("COMPANY-1 a running portal answers a command at a socket that only its own user may open", async () => {
  const dataDir = await makeDataDir();
  expect(await runInPortal(dataDir, COMMAND), "no one is there yet").toBeNull();
  const served = await serve(dataDir);
  expect(statSync(commandSocket(dataDir)).mode & 0o777).toBe(0o600);
  expect(await runInPortal(dataDir, COMMAND)).toEqual(LINK);
  await served.close();
  expect(existsSync(commandSocket(dataDir))).toBe(false);
  expect(await runInPortal(dataDir, COMMAND)).toBeNull();
});

test("COMPANY-1 the socket of a portal that was killed is taken over", async () => {
  const dataDir = await makeDataDir();
  await serve(dataDir, async () => ({ message: "of the dead portal", isGood: true }));
  await serve(dataDir);
  expect(await runInPortal(dataDir, COMMAND)).toEqual(LINK);
});

test("COMPANY-1 a command that fails is told without its details, and nonsense is not answered", async () => {
  const dataDir = await makeDataDir();
  await serve(dataDir, async () => {
    throw new Error("a secret of the database");
  });
  await expect(runInPortal(dataDir, COMMAND)).rejects.toThrow("The running portal could not do this.");
  for (const nonsense of ["{", '{"command":"drop"}', "x".repeat(10_000)]) {
    const socket = createConnection(commandSocket(dataDir));
    socket.on("error", () => undefined);
    socket.end(nonsense);
    expect(await text(socket).catch(() => "")).toBe("");
  }
});

test("TRUST-1 a long command tells how far it is, and how it ended", async () => {
  const dataDir = await makeDataDir();
  await serve(dataDir, async (_command, report) => {
    for (const step of ["1 of 2", "2 of 2"]) report(step);
    return { message: "Not intact.", isGood: false };
  });
  const reports: string[] = [];
  const outcome = await runInPortal(dataDir, { command: "verify" }, (progress) => reports.push(progress));
  expect(outcome).toEqual({ message: "Not intact.", isGood: false });
  expect(reports).toEqual(["1 of 2", "2 of 2"]);
});

test("TRUST-1 a portal that stops amid a command is told apart from one that does not run", async () => {
  const dataDir = await makeDataDir();
  const served = await serve(dataDir, () => new Promise(() => undefined));
  const answer = runInPortal(dataDir, { command: "verify" });
  const refused = expect(answer).rejects.toThrow(/stopped before it had answered|cannot be asked/);
  await new Promise((resolve) => setImmediate(resolve));
  await served.close();
  await refused;
});

test("COMPANY-1 a file of that name that is no socket stays, and the portal serves all the same", async () => {
  const dataDir = await makeDataDir();
  writeFileSync(commandSocket(dataDir), "mine");
  const served = await serve(dataDir);
  await served.close();
  expect(statSync(commandSocket(dataDir)).isFile()).toBe(true);
});
