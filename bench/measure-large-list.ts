import { pino } from "pino";
import { encodeColumnFilters } from "#domain/lists/list-columns.ts";
import { openDatabase } from "#server/installation/open-database.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, measureRounds } from "./statistics.ts";

const DOCUMENTS = 100_000;
const ROUNDS = 11;
const LIST = "/api/unique-document/user/list?limit=10";

/** Times with the bench's 100 documents, and with 100,000. */
export type LargeListMeasure = {
  documents: number;
  smallPageMs: Measured;
  largeMs: Record<string, Measured>;
};

/** Measures how long one person waits for a page of ten in an organization with 100,000 documents. */
export async function measureLargeList(variables: Record<string, string>): Promise<LargeListMeasure> {
  const smallPageMs = await withPortal(variables, async (ask) => (await measure(ask, LIST)).times);
  await addDocuments(variables);
  const largeMs = await withPortal(variables, async (ask) => {
    const first = await measure(ask, LIST);
    const filter = encodeURIComponent(encodeColumnFilters([{ id: "name", value: "number 77" }]));
    const asked = {
      nextPage: `${LIST}&cursor=${first.nextCursor}`,
      lastPageByOffset: `${LIST}&offset=${first.total - 10}`,
      ofOneType: `${LIST}&documentType=PROPOSAL`,
      pendingTotals: `${LIST}&documentType=PROPOSAL&status=PENDING`,
      search: `${LIST}&q=number%2077`,
      searchOfAll: `${LIST}&q=e`,
      searchOfNothing: `${LIST}&q=no%20such%20text`,
      searchOfDays: `${LIST}&q=nov`,
      filter: `${LIST}&filter=${filter}`,
      sortByName: `${LIST}&sort=name`,
      sortBySigner: `${LIST}&sort=-approvedBy`,
    };
    const measured: Record<string, Measured> = { firstPage: first.times };
    for (const [name, path] of Object.entries(asked)) measured[name] = (await measure(ask, path)).times;
    return measured;
  });
  return { documents: DOCUMENTS, smallPageMs, largeMs };
}

type Ask = (path: string) => Promise<Buffer>;

async function withPortal<Result>(
  variables: Record<string, string>,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const portal = await startMeasuredPortal(variables);
  try {
    const client = await signIn(portal.url);
    const result = await work((path) => client.get(`${portal.url}${path}`));
    client.close();
    return result;
  } finally {
    await portal.remove();
  }
}

async function measure(ask: Ask, path: string) {
  const answer = JSON.parse((await ask(path)).toString()) as {
    page: { total: number; nextCursor: string | null };
  };
  return { ...answer.page, times: await measureRounds(() => ask(path), ROUNDS) };
}

/** Adds documents with pages of some 3 kB, most of them decided by one of three people. */
async function addDocuments(variables: Record<string, string>): Promise<void> {
  const config = { databaseUrl: variables.DATABASE_URL, dataDir: variables.DATA_DIR ?? "" };
  const database = await openDatabase(config, pino({ level: "silent" }));
  try {
    await database.asOwner(async (owner) => {
      await owner.query(
        `insert into unique_documents (unique_document_id, organization_id, external_id, name, slug, document_type,
         status, puck_state, total_cost, shown_total, salt, created_at, updated_at, shown_at)
       select 'large-' || n, 'org-1', 'L-' || n, 'Online store of number ' || n * 7919 % 100003, 'large-' || n,
         (array['PROPOSAL', 'SCOPE_OF_WORK', 'LEGAL_DOCUMENT'])[1 + n % 3],
         (array['PENDING', 'APPROVED', 'APPROVED', 'DECLINED', 'DRAFT'])[1 + n / 3 % 5],
         jsonb_build_object('root', '{}'::jsonb, 'content', jsonb_build_array(jsonb_build_object('type', 'Paragraph',
           'props', jsonb_build_object('text', (select string_agg(md5((n * 31 + part)::text) || $2, ' ')
             from generate_series(1, 30) part))))),
         n, n, 'salt', now() - n * interval '1 hour', now() - n * interval '50 minutes', now() - n * interval '1 hour'
       from generate_series(1, $1::int) n`,
        [DOCUMENTS, " as we agreed on when we met, in words that both of us use"],
      );
      await owner.query(
        `insert into document_decisions (unique_document_id, organization_id, decision, decided_at, user_name, user_email,
         organization_name, content_hash, page)
       select unique_document_id, organization_id, status, updated_at, (array['Ada Byron', 'Grace Hopper', 'Maya Lin'])[1 +
         total_cost::int % 3], 'signer@bench.test', 'Client 1', repeat('0', 64), puck_state
       from unique_documents where unique_document_id like 'large-%' and status in ('APPROVED', 'DECLINED')`,
      );
      await owner.query("analyze");
    });
  } finally {
    await database.close();
  }
}
