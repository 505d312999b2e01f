import { existsSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { askPortal } from "./ask-portal.ts";
import { commandSocket, serveCommands } from "./serve-commands.ts";

const log = pino({ level: "silent" });
const COMMAND = { command: "invite-owner", email: "ada@example.test" } as const;

async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "commands-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function serve(dataDir: string, run = async ({ email }: { email: string }) => `A link for ${email}`) {
  const served = await serveCommands(dataDir, log, run);
  onTestFinished(() => served.close());
  return served;
}

test("COMPANY-1 a running portal answers a command at a socket that only its own user may open", async () => {
  const dataDir = await makeDataDir();
  expect(await askPortal(dataDir, COMMAND), "nobody is there yet").toBeNull();
  const served = await serve(dataDir);
  expect(statSync(commandSocket(dataDir)).mode & 0o777).toBe(0o600);
  expect(await askPortal(dataDir, COMMAND)).toBe("A link for ada@example.test");
  await served.close();
  expect(existsSync(commandSocket(dataDir))).toBe(false);
  expect(await askPortal(dataDir, COMMAND)).toBeNull();
});

test("COMPANY-1 the socket of a portal that was killed is taken over", async () => {
  const dataDir = await makeDataDir();
  await serve(dataDir, async () => "of the dead portal");
  await serve(dataDir);
  expect(await askPortal(dataDir, COMMAND)).toBe("A link for ada@example.test");
});

test("COMPANY-1 a command that fails is told without its details, and nonsense is not answered", async () => {
  const dataDir = await makeDataDir();
  await serve(dataDir, async () => {
    throw new Error("a secret of the database");
  });
  await expect(askPortal(dataDir, COMMAND)).rejects.toThrow("The running portal could not do this.");
  for (const nonsense of ["{", '{"command":"drop"}', "x".repeat(10_000)]) {
    const socket = createConnection(commandSocket(dataDir));
    socket.on("error", () => undefined);
    socket.end(nonsense);
    expect(await text(socket).catch(() => "")).toBe("");
  }
});

test("COMPANY-1 a file of that name that is no socket stays, and the portal serves all the same", async () => {
  const dataDir = await makeDataDir();
  writeFileSync(commandSocket(dataDir), "mine");
  const served = await serve(dataDir);
  await served.close();
  expect(statSync(commandSocket(dataDir)).isFile()).toBe(true);
});
