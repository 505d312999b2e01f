import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FloorMeasure } from "./measure-floors.ts";
import type { LiveMeasure } from "./measure-live.ts";
import type { ProcessesMeasure } from "./measure-processes.ts";
import type { ServiceTimes } from "./measure-service-times.ts";
import { summarize } from "./statistics.ts";

/** The last line of `npm run -s bench -- floors serviceTimes processes live server`. */
export type Run = {
  date: string;
  node: string;
  processor: string;
  processors: number;
  loadBefore: number;
  server: {
    floors: FloorMeasure;
    serviceTimes: ServiceTimes;
    processes: ProcessesMeasure;
    live: LiveMeasure;
  };
};

/** The runs that are kept, a line of JSON each: what differs between them is noise. */
export function readRuns(): Run[] {
  const file = fileURLToPath(new URL("./results/calls.jsonl", import.meta.url));
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Run);
}

export function medianOf(values: readonly number[]): number {
  return summarize(values, 4).median;
}
