import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Pool } from "pg";
import { createHttpClient, type HttpClient } from "./http-client.ts";
import { type Measured, rateOf, ratio, summarize } from "./statistics.ts";

const AT_ONCE = 8;
const ROUNDS = 5;
const ROUND_MS = 500;

export type CallMeasure = {
  bytes: number;
  statements: number;
  requestsPerSecond: Measured;
  /** The rate of a bare node:http server that sends the same bytes. */
  bareHttpPerSecond: Measured;
  ofBareHttp: number;
};

/** Measures one call of the portal and the bare server in alternating rounds, so that both see the same machine. */
export async function measureCall(
  client: HttpClient,
  address: string,
  scratch: string,
): Promise<Omit<CallMeasure, "statements">> {
  const answer = await client.get(address);
  const file = join(scratch, "answer.json");
  writeFileSync(file, answer);
  const bare = await startBareServer(file);
  const bareClient = createHttpClient(AT_ONCE);
  try {
    const ours: number[] = [];
    const theirs: number[] = [];
    await rateOf(() => client.get(address), AT_ONCE, ROUND_MS);
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await rateOf(() => client.get(address), AT_ONCE, ROUND_MS));
      theirs.push(await rateOf(() => bareClient.get(bare.address), AT_ONCE, ROUND_MS));
    }
    const [requestsPerSecond, bareHttpPerSecond] = [summarize(ours, 0), summarize(theirs, 0)];
    const ofBareHttp = ratio(requestsPerSecond, bareHttpPerSecond);
    return { bytes: answer.length, requestsPerSecond, bareHttpPerSecond, ofBareHttp };
  } finally {
    bareClient.close();
    bare.stop();
  }
}

async function startBareServer(file: string): Promise<{ address: string; stop(): void }> {
  const program = fileURLToPath(new URL("./bare-http.mjs", import.meta.url));
  const server = spawn(process.execPath, [program, file], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<string>((resolve) =>
    server.stdout.once("data", (line: Buffer) => resolve(line.toString().trim())),
  );
  return { address: `http://127.0.0.1:${port}/`, stop: () => void server.kill() };
}

export type Statement = { text: string; values: unknown[] };

/** The statements that a recording server sent for this path, without those of its jobs and of other requests. */
export function readStatements(file: string, path: string): Statement[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Statement & { path: string })
    .filter((statement) => statement.path === path);
}

/** The rate at which the bare driver runs these statements, with the portal's concurrency. */
export async function measureDriver(pool: Pool, statements: readonly Statement[]): Promise<Measured> {
  async function sendAll(): Promise<void> {
    const connection = await pool.connect();
    try {
      for (const { text, values } of statements) await connection.query({ text, values, rowMode: "array" });
    } finally {
      connection.release();
    }
  }
  await rateOf(sendAll, AT_ONCE, ROUND_MS);
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rates.push(await rateOf(sendAll, AT_ONCE, ROUND_MS));
  return summarize(rates, 0);
}
