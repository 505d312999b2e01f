// npm run bench -- scaling: prints the tables of docs/scaling.md from the kept runs.
import { type Deployment, DOCUMENTS, forecast, loadOf, readMeasured } from "./forecast.ts";
import { readRuns } from "./read-results.ts";

const SMALL = { portals: 1, databaseCores: 1, browsers: 1 };
const STEPS: Deployment[] = [
  { organizations: 10, ...SMALL },
  { organizations: 100, ...SMALL },
  { organizations: 1000, ...SMALL },
  { organizations: 3000, ...SMALL },
  { organizations: 10_000, ...SMALL },
  { organizations: 10_000, portals: 4, databaseCores: 4, browsers: 4 },
  { organizations: 30_000, portals: 4, databaseCores: 4, browsers: 4 },
  { organizations: 30_000, portals: 4, databaseCores: 4, browsers: 4, isGathered: true },
];

const measured = readMeasured(readRuns());
const lines = [
  "| Work, ms of processor time | portal | database | browser |",
  "|---|---|---|---|",
  ...Object.entries(measured).map(
    ([name, { portal, database, browser }]) =>
      `| ${name} | ${portal.toFixed(2)} | ${database.toFixed(2)} | ${browser.toFixed(0)} |`,
  ),
  "",
  "| Organizations, documents | Calls of clients; after changes | P, D, B | Busy | List: median, p95, p99 | Accepted until sealed: median, p95 |",
  "|---|---|---|---|---|---|",
  ...STEPS.map(describe),
];
process.stdout.write(`${lines.join("\n")}\n`);

function describe(step: Deployment): string {
  const { stations, flows, bottleneck } = forecast(step, measured);
  const load = loadOf(step);
  const calls = load.list + load.document + load.profile + load.accept;
  const heard = load.told + load.followed;
  const list = flows.find(({ name }) => name === "list");
  const accept = flows.find(({ name }) => name === "accept");
  const isOver = bottleneck.busy > 0.98;
  const cells = [
    `${count(step.organizations)}, ${count(step.organizations * DOCUMENTS)}`,
    `${rate(calls)}; ${rate(heard)}${step.isGathered ? ", gathered" : ""}`,
    `${step.portals}, ${step.databaseCores}, ${step.browsers}`,
    stations.map(({ busy }) => `${Math.round(busy * 100)} %`).join(", "),
    isOver
      ? "grows without end"
      : `${list?.median.toFixed(1)}, ${list?.p95.toFixed(1)}, ${list?.p99.toFixed(1)} ms`,
    isOver
      ? "grows without end"
      : accept?.n
        ? `${accept.median.toFixed(0)}, ${accept.p95.toFixed(0)} ms`
        : "-",
  ];
  return `| ${cells.join(" | ")} |`;
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function rate(value: number): string {
  return value < 10 ? value.toFixed(1) : count(Math.round(value));
}
