import { loadavg } from "node:os";
import { pino } from "pino";
import { openDatabase } from "#server/installation/open-database.ts";
import { fillOrganization } from "./fill-organization.ts";
import { createHttpClient, type HttpClient } from "./http-client.ts";
import { BENCH_READER, BENCH_WRITER } from "./make-world.ts";
import { holdConnections } from "./read-slowly.ts";
import { residentMemory } from "./resident-memory.ts";
import { getToken } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, summarize, timed } from "./statistics.ts";

/** `BENCH_DOCUMENTS=1000000 npm run bench -- badInput server` asks for a million. */
const DOCUMENTS = Number(process.env.BENCH_DOCUMENTS ?? 100_000);
const PEOPLE = 50;
const SLOW_READERS = 1000;
const SEARCHES = 10;
const EACH_MS = 4000;
const WARM_UP_MS = 2000;
const PAUSE_MS = 20;
const LIST = "/api/unique-document/user/list";

/** A reader of another organization asks for their list, alone before and afterwards, and meanwhile. */
type Harm = {
  aloneMs: Measured;
  meanwhileMs: Measured;
  medianGrowth: number;
  mostMib: number;
  /** How often those who ask too much were answered, refused, or found their connection closed. */
  crowd: Record<string, number>;
  /** What the machine did on average in the last minute. */
  load: number;
};

export type BadInputMeasure = { documents: number } & Record<string, Harm | number>;

/**
 * What a reader of another organization feels while one of very many documents is opened by 50 people at once, while
 * 1,000 connections ask and never read, and while searches match everything; and the most memory that the portal holds.
 */
export async function measureBadInput(variables: Record<string, string>): Promise<BadInputMeasure | null> {
  if (!variables.DATABASE_URL) return null;
  await fill(variables);
  const portal = await startMeasuredPortal(variables);
  const reader = createHttpClient(1, await getToken(portal.url, BENCH_READER));
  const writerToken = await getToken(portal.url, BENCH_WRITER);
  const crowd = createHttpClient(PEOPLE, writerToken);
  const askAs = (client: HttpClient, path: string) => client.get(`${portal.url}${path}`);
  const read = () => timed(() => askAs(reader, `${LIST}?limit=10`));
  const held = () => residentMemory(portal.processId() ?? 0).own;
  let became: Record<string, number> = {};
  const note = (what: string) => {
    became[what] = (became[what] ?? 0) + 1;
  };

  async function feel(begin: (goesOn: () => boolean) => Promise<unknown>): Promise<Harm> {
    became = {};
    const alone = await readFor(EACH_MS / 4);
    let mostMib = held();
    const look = setInterval(() => {
      mostMib = Math.max(mostMib, held());
    }, 200);
    const until = performance.now() + EACH_MS;
    const going = begin(() => performance.now() < until);
    const meanwhile = await readFor(EACH_MS);
    await going;
    clearInterval(look);
    alone.push(...(await readFor(EACH_MS / 4)));
    const [aloneMs, meanwhileMs] = [summarize(alone), summarize(meanwhile)];
    const medianGrowth = Number((meanwhileMs.median / aloneMs.median).toFixed(1));
    const load = Number(loadavg()[0]?.toFixed(1));
    return { aloneMs, meanwhileMs, medianGrowth, mostMib, crowd: became, load };
  }

  async function readFor(milliseconds: number): Promise<number[]> {
    const times: number[] = [];
    const until = performance.now() + milliseconds;
    while (performance.now() < until) {
      times.push(await read());
      await pause(PAUSE_MS);
    }
    return times;
  }

  const repeatedly = (atOnce: number, path: string) => (goesOn: () => boolean) =>
    Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (goesOn()) {
          const what = await askAs(crowd, path).then(() => "answered", nameOf);
          note(what);
          // A portal may refuse those who ask too much; a program then waits.
          if (what !== "answered") await pause(1000);
        }
      }),
    );

  try {
    const pageOfAll = `${LIST}?limit=2000`;
    await readFor(WARM_UP_MS);
    const measured: Record<string, Harm> = {
      openedBy50: await feel(repeatedly(PEOPLE, `${LIST}?limit=10`)),
      wholeTablesBy50: await feel(repeatedly(PEOPLE, pageOfAll)),
      searchOfAll: await feel(repeatedly(SEARCHES, `${LIST}?limit=10&q=online`)),
      searchOfLetter: await feel(repeatedly(SEARCHES, `${LIST}?limit=10&q=e`)),
      slowReaders: await feel(async (goesOn) => {
        const slow = await holdConnections(portal.url, pageOfAll, writerToken, SLOW_READERS);
        while (goesOn()) await pause(PAUSE_MS);
        became = { open: slow.open() };
        slow.close();
      }),
    };
    return { documents: DOCUMENTS, ...measured };
  } finally {
    reader.close();
    crowd.close();
    await portal.remove();
  }
}

/** The status of a refusal, or why there is no answer. */
function nameOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return /answered (\d+)/.exec(message)?.[1] ?? code ?? message;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function fill(variables: Record<string, string>): Promise<void> {
  const config = { databaseUrl: variables.DATABASE_URL, dataDir: variables.DATA_DIR ?? "" };
  const database = await openDatabase(config, pino({ level: "silent" }));
  try {
    await database.asOwner((owner) => fillOrganization(owner, DOCUMENTS));
  } finally {
    await database.close();
  }
}
