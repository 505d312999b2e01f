import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SERVER = join(ROOT, "dist/server/main.js");
const READY_WITHIN_MS = 180_000;

/**
 * Node's options for a portal that runs for seconds: without the second, optimising compilation of the embedded
 * database, which costs a third of such a portal's processor time and half of its memory.
 */
export const BRIEF_RUN = ["--liftoff-only"];

export type Portal = {
  url: string;
  dataDir: string;
  /** The number of the portal's process while it runs. */
  processId(): number | undefined;
  /** The portal's output so far: its own lines and its log. */
  output(): string;
  /** Stops the portal, or kills it, and resolves with its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** Starts the portal again with the same data and address. */
  startAgain(): Promise<void>;
  /** Stops the portal and removes its data. */
  remove(): Promise<void>;
};

/**
 * Starts the built server like `npm start`, in another process, with the demo data in a fresh data directory.
 * `variables` are its environment; of ours it gets only the path to programs.
 */
export async function startPortal(
  variables: Record<string, string> = {},
  nodeOptions: readonly string[] = BRIEF_RUN,
): Promise<Portal> {
  if (!existsSync(SERVER)) throw new Error("The server is not built. Run: npm test");
  const dataDir = variables.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "counterpart-portal-")));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...environmentOf(),
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    PORT: String(port),
    ...variables,
  };
  let printed = "";
  let server: ChildProcess | null = null;

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [...nodeOptions, SERVER], {
      env,
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
    });
    server = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream.on("data", (part: Buffer) => {
        printed += part.toString();
      });
    }
    await untilHealthy(url, started, () => printed);
  }

  async function end(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    const ending = server;
    server = null;
    if (!ending || ending.exitCode !== null) return ending?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => ending.once("exit", resolve));
    ending.kill(signal);
    return ended;
  }

  // If the test run is stopped, its server stops too.
  const killAtExit = () => server?.kill("SIGKILL");
  process.once("exit", killAtExit);

  await start();
  return {
    url,
    dataDir,
    processId: () => server?.pid,
    output: () => printed,
    end,
    startAgain: start,
    async remove() {
      await end();
      process.off("exit", killAtExit);
      if (!variables.DATA_DIR) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** What a program of ours gets of our environment: only the paths to programs and folders. */
export function environmentOf() {
  const { PATH, HOME, TMPDIR, LANG, CHROMIUM_PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, LANG, CHROMIUM_PATH, NODE_COMPILE_CACHE };
}

async function untilHealthy(url: string, server: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return;
    if (server.exitCode !== null || server.signalCode !== null || Date.now() > deadline) {
      server.kill("SIGKILL");
      throw new Error(`The portal did not become ready.\n${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
