// npm run bench -- plots: writes the plots of docs/performance.md and docs/scaling.md from the kept runs.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drawCurves, drawRows } from "./draw-plot.ts";
import { type Deployment, forecast, readMeasured } from "./forecast.ts";
import { medianOf, type Run, readRuns } from "./read-results.ts";

const FOLDER = fileURLToPath(new URL("../docs/plots/", import.meta.url));
const CALLS = { list: "10 of 1,000 documents", document: "one document", profile: "profile" };
const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];
const SIZES = [50, 100, 200, 400, 700, 1000, 1500, 2000, 3000, 4000, 5000, 7000, 10_000, 15_000, 20_000];

const runs = readRuns();
const [latest] = runs.toReversed();
const note = `Point and number: the median of ${runs.length} runs; line: from the least to the most. ${latest?.processors} cores of ${latest?.processor}, Node ${latest?.node}`;

function across(series: string, of: (run: Run) => number | undefined) {
  const values = runs.map((run) => of(run) ?? Number.NaN);
  return { series, median: medianOf(values), min: Math.min(...values), max: Math.max(...values) };
}

const plots = {
  "calls-beside-floor": drawRows({
    title: "Calls beside their floor",
    axis: "requests a second, 10 connections at once",
    note,
    rows: NAMES.map((name) => ({
      label: CALLS[name],
      marks: [
        across("bare driver and node:http", ({ server }) => server.floors[name]?.floorPerSecond.median),
        across("portal", ({ server }) => server.floors[name]?.perSecond.median),
      ],
    })),
  }),
  latency: drawRows({
    title: "How long a call waits for its answer",
    axis: "milliseconds, 10 connections at once",
    note,
    rows: NAMES.map((name) => ({
      label: CALLS[name],
      marks: [
        across("median", ({ server }) => server.floors[name]?.ms.median),
        across("p95", ({ server }) => server.floors[name]?.ms.p95),
        across("p99", ({ server }) => server.floors[name]?.ms.p99),
      ],
    })),
  }),
  "service-times": drawRows({
    title: "Processor time of a call",
    axis: "milliseconds of processor time",
    note,
    rows: NAMES.map((name) => ({
      label: CALLS[name],
      marks: [
        across("portal", ({ server }) => server.serviceTimes[name].portalMs.median),
        across("database", ({ server }) => server.serviceTimes[name].databaseMs.median),
      ],
    })),
  }),
  scaling: drawCurves({
    title: "How busy the busiest station is as organizations come (simulated)",
    x: "organizations, 1,000 documents each",
    y: "per cent of its time",
    note: "A curve ends above 95 %, or at 20,000. P: portals, D: database cores, B: prints at once",
    curves: [
      curveOf("1 P, 1 D, 1 B", { portals: 1, databaseCores: 1, browsers: 1 }),
      curveOf("4 P, 4 D, 4 B", { portals: 4, databaseCores: 4, browsers: 4 }),
      curveOf("16 P, 16 D, 4 B", { portals: 16, databaseCores: 16, browsers: 4 }),
      curveOf("4 P, 4 D, 4 B, gathered", { portals: 4, databaseCores: 4, browsers: 4, isGathered: true }),
    ],
  }),
};

function curveOf(label: string, deployment: Omit<Deployment, "organizations">) {
  const measured = readMeasured(runs);
  const points: { x: number; y: number }[] = [];
  for (const organizations of SIZES) {
    const { busy } = forecast({ ...deployment, organizations }, measured).bottleneck;
    points.push({ x: organizations, y: busy * 100 });
    if (busy > 0.95) break;
  }
  return { label, points };
}

mkdirSync(FOLDER, { recursive: true });
for (const [name, svg] of Object.entries(plots)) writeFileSync(`${FOLDER}${name}.svg`, svg);
