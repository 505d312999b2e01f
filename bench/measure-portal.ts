import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { pino } from "pino";
import { openDatabase } from "#server/installation/open-database.ts";
import type { HttpClient } from "./http-client.ts";
import type { makeWorld } from "./make-world.ts";
import { measureActivity } from "./measure-activity.ts";
import { measureBadInput } from "./measure-bad-input.ts";
import { measureBodies } from "./measure-bodies.ts";
import {
  type CallMeasure,
  measureCall,
  measureDriver,
  readStatements,
  type Statement,
} from "./measure-calls.ts";
import { measureCompany } from "./measure-company.ts";
import { measureFloors } from "./measure-floors.ts";
import { measureGrowth } from "./measure-growth.ts";
import { measureHeavyPage } from "./measure-heavy-page.ts";
import { measureHotDocument } from "./measure-hot-document.ts";
import { measureImports } from "./measure-imports.ts";
import { measureLargeList } from "./measure-large-list.ts";
import { liveWorld, measureLive } from "./measure-live.ts";
import { measureMemory } from "./measure-memory.ts";
import { measureProcesses } from "./measure-processes.ts";
import { measureSaves } from "./measure-saves.ts";
import { measureScreens } from "./measure-screens.ts";
import { measureSearch } from "./measure-search.ts";
import { measureServiceTimes } from "./measure-service-times.ts";
import { measureStarts } from "./measure-starts.ts";
import { measureWall } from "./measure-wall.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, ratio, summarize, timed } from "./statistics.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ACCEPTANCES = 11;
const WALL_REQUESTS = 300;
const LARGE_WALL_REQUESTS = 50;

type World = ReturnType<typeof makeWorld>;
/** What a piece measures with: a world, a folder, and the variables of a portal that has loaded the world. */
type Bench = {
  world: World;
  scratch: string;
  variables: Record<string, string>;
  newDatabase: () => Promise<Record<string, string>>;
};

const PIECES = {
  starts: measureStarts,
  /** Memory idle, loaded and idle again. */
  memory: ({ variables, world }: Bench) => measureMemory(variables, world.pendingIds),
  calls: measureCallsOfPortal,
  acceptToSnapshotMs: onPortal(measureAcceptances),
  hotDocument: onPortal((_client, url, { pendingIds, readId }) =>
    measureHotDocument(url, pendingIds, readId),
  ),
  /** The cost of row level security. */
  wall: ({ world, scratch, variables }: Bench) =>
    measureWall(
      variables,
      scratch,
      { list: LIST, document: documentPath(world), profile: PROFILE, search: `${LIST}?q=proposal%207` },
      WALL_REQUESTS,
    ),
  async largeList({ variables, scratch }: Bench) {
    const measured = await measureLargeList(variables);
    const paths = { firstPage: `${LIST}?limit=10`, search: `${LIST}?limit=10&q=number%2077` };
    return { ...measured, wall: await measureWall(variables, scratch, paths, LARGE_WALL_REQUESTS) };
  },
  /** One organization with 1,000 documents and 100,000. */
  growth: ({ variables }: Bench) => measureGrowth(variables, 100_000),
  /** The same with a million as well. */
  million: ({ variables }: Bench) => measureGrowth(variables, 100_000, 1_000_000),
  /** What others feel while somebody asks too much. */
  badInput: ({ variables }: Bench) => measureBadInput(variables),
  /** Processor time of bodies before a sign-in. */
  bodies: ({ variables }: Bench) => measureBodies(variables),
  /** A page of 2 MB with 300 blocks and 60 work orders. */
  heavyPage: ({ variables }: Bench) => measureHeavyPage(variables),
  /** Calls beside the same rows by the bare driver. */
  floors: ({ variables, scratch, world }: Bench) =>
    measureFloors(variables, scratch, world.pendingIds.at(-1) ?? ""),
  /** The processor time of calls, for the forecast of docs/scaling.md. */
  serviceTimes: ({ variables, world }: Bench) => measureServiceTimes(variables, world.pendingIds),
  /** Two processes on one database. */
  processes: ({ variables, world }: Bench) => measureProcesses(variables, world.pendingIds),
  /** 300 open pages, and one change. */
  async live({ variables, scratch, world }: Bench) {
    await loadWorld(liveWorld(), scratch, variables);
    return measureLive(variables, `${world.pendingIds.at(-1)}-b`);
  },
  activity: ({ variables }: Bench) => measureActivity(variables),
  /** The company's screens with 10 organizations, and with 10,000. */
  company: ({ variables }: Bench) => measureCompany(variables),
  /** Writing on the page of a draft. */
  saves: ({ variables }: Bench) => measureSaves(variables),
  /** Keys, presses and scrolling in large lists. */
  screens: ({ variables, world }: Bench) => measureScreens(variables, world.pendingIds.at(-1) ?? ""),
  /** Typing in the search. */
  search: ({ variables }: Bench) => measureSearch(variables),
  /** CSV files of 100,000 rows. */
  imports: ({ variables }: Bench) => measureImports(variables),
};
export type PortalPiece = keyof typeof PIECES;
export const PORTAL_PIECES = Object.keys(PIECES) as PortalPiece[];

/**
 * Measures pieces on one kind of database, each on a database of its own with the world. `newDatabase` gives an empty
 * database at each call.
 */
export async function measurePortal(
  pieces: readonly PortalPiece[],
  world: World,
  newDatabase: Bench["newDatabase"],
): Promise<Record<string, unknown>> {
  const measured: Record<string, unknown> = {};
  for (const piece of pieces) {
    const scratch = mkdtempSync(join(tmpdir(), "counterpart-bench-"));
    try {
      const own = { DEMO: "0", LOG_LEVEL: "warn", DATA_DIR: join(scratch, "data") };
      const variables = { ...own, ...(await newDatabase()) };
      await startOnce(variables);
      const loadWorldMs = Math.round(await timed(() => loadWorld(world.text, scratch, variables)));
      const found = await PIECES[piece]({ world, scratch, variables, newDatabase });
      measured[piece] = piece === "starts" ? { ...found, loadWorldMs } : found;
    } finally {
      rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  return measured;
}

/** On an empty database the jobs of a first start find nothing. Later they would look at a whole world beside what is measured. */
async function startOnce(variables: Record<string, string>): Promise<void> {
  const portal = await startMeasuredPortal(variables);
  await wait(1000);
  await portal.end();
}

/** A piece that a running portal measures. */
function onPortal<Result>(measure: (client: HttpClient, url: string, world: World) => Promise<Result>) {
  return async ({ world, variables }: Bench): Promise<Result> => {
    const portal = await startMeasuredPortal(variables);
    const client = await signIn(portal.url);
    try {
      return await measure(client, portal.url, world);
    } finally {
      client.close();
      await portal.remove();
    }
  };
}

type DriverMeasure = { driverPerSecond: Measured; ofDriver: number };

async function measureCallsOfPortal({ world, scratch, variables }: Bench) {
  const statementsFile = join(scratch, "statements");
  const recorded = await recordCalls(world, { ...variables, ...recording(statementsFile) }, statementsFile);
  const portal = await startMeasuredPortal(variables);
  const client = await signIn(portal.url);
  const measure = (path: string) => measureCall(client, `${portal.url}${path}`, scratch);
  const [list, document] = [await measure(LIST), await measure(documentPath(world))];
  client.close();
  await portal.end();
  const drivers = await measureDrivers(variables, recorded);
  return {
    list: withDriver(list, recorded.list, drivers.list),
    document: withDriver(document, recorded.document, drivers.document),
  };
}

const LIST = "/api/unique-document/user/list";
const PROFILE = "/api/user-profile/user";
const documentPath = (world: World) => `/api/unique-document/user/${world.pendingIds.at(-1)}`;

async function loadWorld(text: string, scratch: string, variables: Record<string, string>): Promise<void> {
  const file = join(scratch, "world.json");
  writeFileSync(file, text);
  const args = [join(ROOT, "dist/server/cli.js"), "load", file];
  await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH, ...variables } });
}

function recording(statementsFile: string): Record<string, string> {
  const preload = new URL("./record-statements.mjs", import.meta.url).href;
  return { NODE_OPTIONS: `--import ${preload}`, STATEMENTS_FILE: statementsFile };
}

type Recorded = { list: Statement[]; document: Statement[] };

/** The statements of each call, once the caches of the portal are warm. */
async function recordCalls(world: World, variables: Record<string, string>, file: string): Promise<Recorded> {
  const portal = await startMeasuredPortal(variables);
  try {
    const client = await signIn(portal.url);
    const getBoth = async () => {
      for (const path of [LIST, documentPath(world)]) await client.get(`${portal.url}${path}`);
    };
    await getBoth();
    writeFileSync(file, "");
    await getBoth();
    client.close();
    return { list: readStatements(file, LIST), document: readStatements(file, documentPath(world)) };
  } finally {
    await portal.remove();
  }
}

async function measureDrivers(
  variables: Record<string, string>,
  recorded: Recorded,
): Promise<{ list: Measured; document: Measured }> {
  const config = { databaseUrl: variables.DATABASE_URL, dataDir: variables.DATA_DIR ?? "" };
  const database = await openDatabase(config, pino({ level: "silent" }));
  try {
    const list = await measureDriver(database.pool, recorded.list);
    return { list, document: await measureDriver(database.pool, recorded.document) };
  } finally {
    await database.close();
  }
}

function withDriver(
  call: Omit<CallMeasure, "statements">,
  statements: readonly Statement[],
  driverPerSecond: Measured,
): CallMeasure & DriverMeasure {
  const ofDriver = ratio(call.requestsPerSecond, driverPerSecond);
  return { ...call, statements: statements.length, driverPerSecond, ofDriver };
}

type Told = { data: { contentHash: string; documentSnapshots: { status: string }[] } };

/**
 * From the answer to the acceptance until the document has its PDF. The first one also starts the browser.
 */
async function measureAcceptances(
  client: HttpClient,
  url: string,
  world: World,
): Promise<{ first: number; later: Measured }> {
  const times: number[] = [];
  for (const id of world.pendingIds.slice(0, ACCEPTANCES)) {
    const address = `${url}/api/unique-document/user/${id}`;
    const read = async () => (JSON.parse((await client.get(address)).toString()) as Told).data;
    const { contentHash } = await read();
    const body = { uniqueDocumentId: id, status: "APPROVED", contentHash };
    const started = performance.now();
    await client.send("POST", `${address}/approve`, body);
    while (!(await read()).documentSnapshots.some((one) => one.status === "APPROVED")) {
      if (performance.now() - started > 60_000) throw new Error(`No PDF of ${id} within a minute.`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    times.push(performance.now() - started);
  }
  const [first = Number.NaN, ...later] = times;
  return { first: Math.round(first), later: summarize(later, 0) };
}
