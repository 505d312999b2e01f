// Runs other programs for the commands in this folder. Needs no package.
import { spawn } from "node:child_process";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Temporary files of the commands; git ignores this folder. */
export const SCRATCH = join(ROOT, ".tmp");

/** A failure that a person can fix; printed without a stack. */
export class Stop extends Error {}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const NPM_LOOK_MS = 250;
/** The programs that this command started and that still run. */
const running = new Set();
/** The signal that ends this command, once there is one. */
let endedBy = null;

/**
 * Runs a command's main function and prints the message of a Stop. A signal goes to every program that the command
 * started, and the command ends after them.
 */
export async function runMain(main) {
  for (const signal of SIGNALS) process.on(signal, end);
  endAfterNpm();
  try {
    process.exitCode = await main();
  } catch (error) {
    if (endedBy) dieOf(endedBy);
    console.error(error instanceof Stop ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

function end(signal) {
  endedBy ??= signal;
  if (running.size === 0) dieOf(signal);
  for (const child of running) child.kill(signal);
}

/** npm waits for its command, unless it is ended by a signal that it does not pass on, such as SIGHUP or SIGKILL. */
function endAfterNpm() {
  if (!process.env.npm_lifecycle_script?.includes(basename(process.argv[1] ?? ""))) return;
  const npm = process.ppid;
  const look = () => {
    if (process.ppid !== npm && !endedBy) end("SIGTERM");
  };
  setInterval(look, NPM_LOOK_MS).unref();
}

/** Ends as the signal would, so that the caller sees it. */
function dieOf(signal) {
  for (const one of SIGNALS) process.off(one, end);
  process.kill(process.pid, signal);
}

function start(command, args, options) {
  if (endedBy) dieOf(endedBy);
  const child = spawn(command, args, { cwd: ROOT, ...options });
  running.add(child);
  for (const event of ["error", "exit"]) child.once(event, () => running.delete(child));
  return child;
}

/** Runs a program of the project in the foreground, and returns its exit code. */
export function runInForeground(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, { stdio: "inherit", ...options });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (signal) dieOf(signal);
      else resolve(code ?? 1);
    });
  });
}

/**
 * An environment in which the project's Node and tools come first, and in which programs that load the same packages
 * compile them once: a portal starts a sixth sooner, a fifth of the work at the start of test workers is saved.
 */
export function projectEnvironment(node) {
  const bin = join(ROOT, "node_modules", ".bin");
  const compiled = { NODE_COMPILE_CACHE: join(SCRATCH, "compiled") };
  return { ...compiled, ...process.env, PATH: [dirname(node), bin, process.env.PATH].join(delimiter) };
}

/** Runs a program, quietly unless it is shown. `output` is everything it printed, in order and without colours. */
export function capture(command, args, { isShown = false, ...options } = {}) {
  return new Promise((resolve) => {
    const child = start(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    const parts = [];
    child.stdout.on("data", (part) => parts.push(part));
    child.stderr.on("data", (part) => parts.push(part));
    if (isShown) {
      child.stdout.pipe(process.stdout, { end: false });
      child.stderr.pipe(process.stderr, { end: false });
    }
    child.once("error", (error) => resolve({ code: 1, output: String(error) }));
    child.once("close", (code) =>
      resolve({ code: code ?? 1, output: stripVTControlCharacters(Buffer.concat(parts).toString("utf8")) }),
    );
  });
}

/** The time since `started`: "1.2 s". */
export function secondsSince(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}
