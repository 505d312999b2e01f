import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { BRIEF_RUN } from "./portal.ts";

const SERVER = fileURLToPath(new URL("../../dist/server/main.js", import.meta.url));

export type Told = { code: number | null; output: string; errors: string };

/** Runs a program of ours to its end. */
export function runProgram(args: string[], variables: Record<string, string | undefined>): Promise<Told> {
  const env = { ...variables, NODE_ENV: "production" };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const told = { output: "", errors: "" };
  child.stdout.on("data", (part: Buffer) => {
    told.output += part.toString();
  });
  child.stderr.on("data", (part: Buffer) => {
    told.errors += part.toString();
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, ...told })));
}

/** Starts a server that must give up. */
export function startInVain(variables: Record<string, string>): Promise<Told> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return runProgram([...BRIEF_RUN, SERVER], { PATH, NODE_COMPILE_CACHE, PORT: "0", ...variables });
}
