import { pino } from "pino";
import { encodeColumnFilters } from "#domain/lists/list-columns.ts";
import { openDatabase } from "#server/installation/open-database.ts";
import { fillOrganization } from "./fill-organization.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, measureRounds } from "./statistics.ts";

const SMALLEST = 1000;
const ROUNDS = 30;
const WARM_UP = 100;
const LIST = "/api/unique-document/user/list?limit=10";

/** Milliseconds of each answer with so many documents of one organization. */
export type GrowthMeasure = {
  documents: number;
  fillSeconds: number;
  ms: Record<string, Measured>;
  /** Beside the first page with the fewest documents. */
  firstPageGrowth: number;
}[];

/** How long one person waits for a page of ten as their organization grows from a thousand documents. */
export async function measureGrowth(
  variables: Record<string, string>,
  ...larger: readonly number[]
): Promise<GrowthMeasure | null> {
  if (!variables.DATABASE_URL) return null;
  const measured: GrowthMeasure = [];
  for (const documents of [SMALLEST, ...larger]) {
    const fillSeconds = Math.round(await fill(variables, documents));
    const ms = await measurePages(variables);
    const first = measured[0]?.ms ?? ms;
    const firstPageGrowth = Number(
      ((ms.firstPage?.median ?? Number.NaN) / (first.firstPage?.median ?? Number.NaN)).toFixed(2),
    );
    measured.push({ documents, fillSeconds, ms, firstPageGrowth });
  }
  return measured;
}

async function fill(variables: Record<string, string>, documents: number): Promise<number> {
  const config = { databaseUrl: variables.DATABASE_URL, dataDir: variables.DATA_DIR ?? "" };
  const database = await openDatabase(config, pino({ level: "silent" }));
  const started = performance.now();
  try {
    await database.asOwner((owner) => fillOrganization(owner, documents));
    return (performance.now() - started) / 1000;
  } finally {
    await database.close();
  }
}

async function measurePages(variables: Record<string, string>): Promise<Record<string, Measured>> {
  const portal = await startMeasuredPortal(variables);
  try {
    const client = await signIn(portal.url);
    const ask = (path: string) => client.get(`${portal.url}${path}`);
    const { page } = JSON.parse((await ask(LIST)).toString()) as {
      page: { total: number; nextCursor: string };
    };
    const named = encodeURIComponent(encodeColumnFilters([{ id: "name", value: "number 77" }]));
    const asked: Record<string, string> = {
      firstPage: LIST,
      nextPage: `${LIST}&cursor=${page.nextCursor}`,
      lastPageByOffset: `${LIST}&offset=${page.total - 10}`,
      ofOneType: `${LIST}&documentType=PROPOSAL`,
      pending: `${LIST}&documentType=PROPOSAL&status=PENDING`,
      search: `${LIST}&q=number%2077`,
      searchOfAll: `${LIST}&q=online`,
      searchOfNothing: `${LIST}&q=no%20such%20text`,
      filter: `${LIST}&filter=${named}`,
      sortByName: `${LIST}&sort=name`,
    };
    // A new portal compiles its code for its first calls.
    await measureRounds(() => ask(LIST), WARM_UP);
    const measured: Record<string, Measured> = {};
    for (const [name, path] of Object.entries(asked))
      measured[name] = await measureRounds(() => ask(path), ROUNDS);
    client.close();
    return measured;
  } finally {
    await portal.remove();
  }
}
