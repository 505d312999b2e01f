import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { pino } from "pino";
import { openDatabase } from "#server/db/open-database.ts";
import type { HttpClient } from "./http-client.ts";
import type { makeWorld } from "./make-world.ts";
import { type ActivityMeasure, measureActivity } from "./measure-activity.ts";
import {
  type CallMeasure,
  measureCall,
  measureDriver,
  readStatements,
  type Statement,
} from "./measure-calls.ts";
import { type HotDocumentMeasure, measureHotDocument } from "./measure-hot-document.ts";
import { type LargeListMeasure, measureLargeList } from "./measure-large-list.ts";
import { measureSearch, type SearchMeasure } from "./measure-search.ts";
import { measureWall, type WallMeasure } from "./measure-wall.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, ratio, summarize } from "./statistics.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const COLD_STARTS = 3;
const WARM_STARTS = 3;
const ACCEPTANCES = 11;
const WALL_REQUESTS = 300;
const LARGE_WALL_REQUESTS = 50;

type World = ReturnType<typeof makeWorld>;
type DriverMeasure = { driverPerSecond: Measured; ofDriver: number };

export type PortalMeasure = {
  coldStartMs: Measured;
  loadWorldMs: number;
  warmStartMs: Measured;
  list: CallMeasure & DriverMeasure;
  document: CallMeasure & DriverMeasure;
  /** From the answer to the acceptance until the document has its PDF. The first one also starts the browser. */
  acceptToSnapshotMs: { first: number; later: Measured };
  hotDocument: HotDocumentMeasure;
  /** The cost of row level security. */
  wall: WallMeasure<"list" | "document" | "profile" | "search">;
  largeList: LargeListMeasure;
  /** Typing in the search, on a database of its own. */
  search: SearchMeasure;
  wallOfLargeList: WallMeasure<"firstPage" | "search">;
  activity: ActivityMeasure;
};

/** Measures everything on one kind of database. `newDatabase` gives an empty database at each call. */
export async function measurePortal(
  world: World,
  newDatabase: () => Promise<Record<string, string>>,
): Promise<PortalMeasure> {
  const scratch = mkdtempSync(join(tmpdir(), "counterpart-bench-"));
  try {
    const coldStartMs = await measureColdStarts(scratch, newDatabase);
    const variables = {
      DEMO: "0",
      LOG_LEVEL: "warn",
      DATA_DIR: join(scratch, "data"),
      ...(await newDatabase()),
    };
    const loadWorldMs = await timed(() => loadWorld(world, scratch, variables));
    const statementsFile = join(scratch, "statements");
    const recorded = await recordCalls(world, { ...variables, ...recording(statementsFile) }, statementsFile);

    const portal = await startMeasuredPortal(variables);
    try {
      const client = await signIn(portal.url);
      const list = await measureCall(client, `${portal.url}${LIST}`, scratch);
      const document = await measureCall(client, `${portal.url}${documentPath(world)}`, scratch);
      const acceptToSnapshotMs = await measureAcceptances(client, portal.url, world);
      const hotIds = world.pendingIds.slice(ACCEPTANCES);
      const hotDocument = await measureHotDocument(portal.url, hotIds, world.readId);
      const warm: number[] = [];
      for (let n = 0; n < WARM_STARTS; n += 1) {
        await portal.end();
        warm.push(await timed(() => portal.startAgain()));
      }
      client.close();
      await portal.end();
      const drivers = await measureDrivers(variables, recorded);
      const paths = {
        list: LIST,
        document: documentPath(world),
        profile: PROFILE,
        search: `${LIST}?q=proposal%207`,
      };
      const wall = await measureWall(variables, scratch, paths, WALL_REQUESTS);
      const largeList = await measureLargeList(variables);
      const largePaths = { firstPage: `${LIST}?limit=10`, search: `${LIST}?limit=10&q=number%2077` };
      return {
        coldStartMs,
        loadWorldMs,
        warmStartMs: summarize(warm, 0),
        list: withDriver(list, recorded.list, drivers.list),
        document: withDriver(document, recorded.document, drivers.document),
        acceptToSnapshotMs,
        hotDocument,
        wall,
        largeList,
        wallOfLargeList: await measureWall(variables, scratch, largePaths, LARGE_WALL_REQUESTS),
        activity: await measureActivity(variables),
        search: await measureSearchAlone(world, scratch, await newDatabase()),
      };
    } finally {
      await portal.remove();
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

const LIST = "/api/unique-document/user/list";
const PROFILE = "/api/user-profile/user";
const documentPath = (world: World) => `/api/unique-document/user/${world.pendingIds.at(-1)}`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round(performance.now() - started);
}

async function measureColdStarts(
  scratch: string,
  newDatabase: () => Promise<Record<string, string>>,
): Promise<Measured> {
  const times: number[] = [];
  for (let n = 0; n < COLD_STARTS; n += 1) {
    const variables = { DEMO: "0", DATA_DIR: join(scratch, `cold-${n}`), ...(await newDatabase()) };
    const started = performance.now();
    const portal = await startMeasuredPortal(variables);
    times.push(performance.now() - started);
    await portal.remove();
  }
  return summarize(times, 0);
}

async function measureSearchAlone(
  world: World,
  scratch: string,
  database: Record<string, string>,
): Promise<SearchMeasure> {
  const variables = { DEMO: "0", LOG_LEVEL: "warn", DATA_DIR: join(scratch, "search"), ...database };
  await loadWorld(world, scratch, variables);
  return measureSearch(variables);
}

async function loadWorld(world: World, scratch: string, variables: Record<string, string>): Promise<void> {
  const file = join(scratch, "world.json");
  writeFileSync(file, world.text);
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

async function measureAcceptances(
  client: HttpClient,
  url: string,
  world: World,
): Promise<PortalMeasure["acceptToSnapshotMs"]> {
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
