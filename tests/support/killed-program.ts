import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, loadConfigFromFile, type UserConfig } from "vite";
import { freePort } from "./free-port.ts";
import { READY, type RequestKillPoint } from "./kill-points.ts";
import type { TestApp } from "./make-app.ts";
import { BRIEF_RUN } from "./portal.ts";
import { isLong } from "./suite-cases.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DIES_WITHIN_MS = 120_000;

/** Inside the checkout, where a built program finds its packages. */
export async function makeProgramFolder(): Promise<string> {
  const scratch = join(ROOT, ".tmp");
  await mkdir(scratch, { recursive: true });
  return mkdtemp(join(scratch, "killed-"));
}

/** How the server is built: with its packages. That takes longer, and a third less at each start. */
async function bundled(): Promise<UserConfig> {
  const loaded = await loadConfigFromFile(
    { command: "build", mode: "production" },
    join(ROOT, "vite.server.config.ts"),
  );
  return { ssr: loaded?.config.ssr ?? {} };
}

/** Builds `<name>.main.ts` of this folder like the server, into a folder of the checkout. Returns its path. */
export async function buildProgram(name: string, folder: string): Promise<string> {
  const program = fileURLToPath(new URL(`./${name}.main.ts`, import.meta.url));
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    publicDir: false,
    ...(isLong ? await bundled() : {}),
    build: {
      ssr: true,
      outDir: folder,
      target: "node22",
      rolldownOptions: { input: { program } },
    },
  });
  return join(folder, "program.js");
}

type Running = {
  /** Resolves when the program has printed READY. */
  ready: Promise<void>;
  /** Resolves when it has killed itself. Throws if it ended otherwise or lives too long. */
  killed(): Promise<void>;
  end(): void;
};

/** Starts the program on this data in another process, which kills itself (-9) at the given point. */
export function startProgram(program: string, variables: Record<string, string>, killAt: string): Running {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...variables, KILL_AT: killAt };
  const started = spawn(process.execPath, [...BRIEF_RUN, program], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const death = deathOf(started);
  const ready = new Promise<void>((resolve, reject) => {
    started.stdout?.on("data", (part: Buffer) => part.includes(READY) && resolve());
    void death.then(({ output }) => reject(new Error(`The program ended early.\n${output}`)));
  });
  ready.catch(() => undefined);
  return {
    ready,
    async killed() {
      const { name, isLate, output } = await death;
      if (name !== "SIGKILL" || isLate)
        throw new Error(`The program did not come to "${killAt}".\n${output}`);
    },
    end: () => void started.kill("SIGKILL"),
  };
}

/** Starts a server on this app's data, which the change with this idempotency key, or the nth with any, ends (-9). */
export async function startServer(
  program: string,
  app: TestApp,
  at: RequestKillPoint,
  chosen: { KILL_KEY: string } | { KILL_CHANGE: string },
) {
  const PORT = String(await freePort());
  const variables = { ...app.variables, PUBLIC_URL: app.baseUrl, PORT, ...chosen };
  const serving = startProgram(program, variables, at);
  return {
    async ready(): Promise<TestApp> {
      await serving.ready;
      return Object.create(app, { baseUrl: { value: `http://127.0.0.1:${PORT}` } }) as TestApp;
    },
    killed: serving.killed,
  };
}

/** Runs the program until it has killed itself. */
export function runUntilKilled(
  program: string,
  variables: Record<string, string>,
  killAt: string,
): Promise<void> {
  return startProgram(program, variables, killAt).killed();
}

async function deathOf(
  worker: ChildProcess,
): Promise<{ name: string | null; isLate: boolean; output: string }> {
  let output = "";
  for (const stream of [worker.stdout, worker.stderr]) {
    stream?.on("data", (part: Buffer) => {
      output += part.toString();
    });
  }
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    worker.kill("SIGKILL");
  }, DIES_WITHIN_MS);
  const name = await new Promise<string | null>((resolve) => {
    worker.once("exit", (_code, signal) => resolve(signal));
  });
  clearTimeout(late);
  return { name, isLate, output };
}
