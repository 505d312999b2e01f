import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.ts";
import { environmentOf, type Portal, ROOT } from "./portal.ts";
import type { Answer, Asked } from "./portal-host.main.ts";

const HOST = fileURLToPath(new URL("./portal-host.main.ts", import.meta.url));

type Waiting = { report(output: string): void; resolve(): void; reject(error: Error): void };

let host: ChildProcess | undefined;
let asked = 0;
const waiting = new Map<number, Waiting>();
/** Of portals that have ended. At the same address the browser knows the compiled scripts already. */
const freePorts: number[] = [];

/** The one process in which the portals of this worker run, until the worker ends. */
function workersHost(): ChildProcess {
  if (host) return host;
  const started = fork(HOST, {
    cwd: ROOT,
    env: { ...environmentOf(), NODE_ENV: "production" },
    execArgv: [],
  });
  started.on("message", (answer: Answer) => {
    const { report, resolve, reject } = waiting.get(answer.id) ?? {};
    if ("output" in answer) report?.(answer.output);
    else if (answer.failure === undefined) resolve?.();
    else reject?.(new Error(answer.failure));
  });
  started.once("exit", (code) => {
    host = undefined;
    for (const { reject } of waiting.values()) reject(new Error(`The portals' process ended with ${code}.`));
  });
  process.once("exit", () => started.kill("SIGKILL"));
  // The process of the tests can exit without waiting for this one.
  started.unref();
  started.channel?.unref?.();
  host = started;
  return started;
}

function ask(
  request: { start: Record<string, string> } | { stop: number },
  report: (output: string) => void,
) {
  asked += 1;
  const id = asked;
  const done = new Promise<void>((resolve, reject) => {
    waiting.set(id, { report, resolve, reject });
  });
  workersHost().send({ id, ...request } satisfies Asked);
  return { id, done };
}

/** Starts the built server beside the other portals of this worker, which takes a tenth of a process of its own. */
export async function startHostedPortal(
  variables: Record<string, string> & { DATA_DIR: string },
): Promise<Portal> {
  const port = freePorts.pop() ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const { CHROMIUM_PATH } = process.env;
  const all = { PUBLIC_URL: url, PORT: String(port), ...(CHROMIUM_PATH && { CHROMIUM_PATH }), ...variables };
  let printed = "";
  let running: number | null = null;

  async function startAgain(): Promise<void> {
    const { id, done } = ask({ start: all }, (output) => {
      printed += output;
    });
    running = id;
    await done;
  }

  async function end(): Promise<null> {
    const stopped = running;
    running = null;
    if (stopped === null) return null;
    await ask({ stop: stopped }, () => undefined).done;
    waiting.delete(stopped);
    return null;
  }

  await startAgain();
  return {
    url,
    dataDir: variables.DATA_DIR,
    processId: () => process.pid,
    output: () => printed,
    end,
    startAgain,
    async remove() {
      await end();
      freePorts.push(port);
    },
  };
}
