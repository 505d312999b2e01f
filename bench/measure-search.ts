import { pino } from "pino";
import { openDatabase } from "#server/installation/open-database.ts";
import { BENCH_ADMIN, BENCH_WRITER } from "./make-world.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, measureRounds } from "./statistics.ts";

const DOCUMENTS_EACH = 10_000;
const ROUNDS = 40;

/**
 * A letter, a beginning and a word of every name, a word of every page, of few and of none; a number; characters of all,
 * of few and of no names and pages; a word of other organizations only.
 */
const TYPED = {
  letter: "o",
  beginning: "onl",
  everyName: "store",
  everyPage: "agreed",
  fewNames: "number 77",
  fewPages: "c4ca4",
  number: "S-1-77",
  everyCharacter: "设计",
  fewCharacters: "七七",
  noCharacters: "網頁",
  none: "nosuchword",
  elsewhere: "client7",
};

type Times = Record<keyof typeof TYPED, Measured>;

export type SearchMeasure = {
  documents: number;
  documentsOfOrganization: number;
  client: Times;
  company: Times;
};

/** Measures how long one person waits for what they type among 100,000 documents of ten organizations. */
export async function measureSearch(variables: Record<string, string>): Promise<SearchMeasure> {
  // The first start of a database indexes its stored pages; those that are added here have none.
  await (await startMeasuredPortal(variables)).end();
  const documents = await addDocuments(variables);
  const portal = await startMeasuredPortal(variables);
  try {
    const client = await measureAs(portal.url, BENCH_WRITER, "/api/search/user");
    const company = await measureAs(portal.url, BENCH_ADMIN, "/api/search/admin");
    return { documents, documentsOfOrganization: DOCUMENTS_EACH, client, company };
  } finally {
    await portal.remove();
  }
}

async function measureAs(url: string, person: typeof BENCH_WRITER, path: string): Promise<Times> {
  const client = await signIn(url, person);
  const measured: [string, Measured][] = [];
  for (const [name, q] of Object.entries(TYPED)) {
    measured.push([name, await measureRounds(() => client.send("POST", `${url}${path}`, { q }), ROUNDS)]);
  }
  client.close();
  return Object.fromEntries(measured) as Times;
}

/** Adds 10,000 documents to each organization, each with three blocks and two work orders. Returns their number. */
async function addDocuments(variables: Record<string, string>): Promise<number> {
  const config = { databaseUrl: variables.DATABASE_URL, dataDir: variables.DATA_DIR ?? "" };
  const database = await openDatabase(config, pino({ level: "silent" }));
  try {
    return await database.asOwner(async (owner) => {
      const { rowCount } = await owner.query(
        `insert into unique_documents (unique_document_id, organization_id, external_id, name, slug, document_type,
           status, puck_state, salt, created_at, updated_at, shown_at)
         select 'sought-' || o || '-' || n, 'org-' || o, 'S-' || o || '-' || n,
           'Online store of number ' || n * 7919 % 10007 || case when n % 100 = 0 then ' 网站设计七七' else ' 网站设计' end, 'sought-' || o || '-' || n, 'PROPOSAL', 'DECLINED',
           '{"root": {}, "content": []}', 'salt', at, at, at
         from generate_series(1, 10) o, generate_series(1, $1::int) n,
           lateral (select now() - n * interval '1 hour' as at) moment`,
        [DOCUMENTS_EACH],
      );
      await owner.query(
        `insert into document_parts (unique_document_id, organization_id, position, block_id, heading, body)
         select unique_document_id, organization_id, part, 'Paragraph-' || part, 'Scope', concat_ws(' ',
           'As we agreed on when we met, in words that both of us use, for client' || right(organization_id, 1),
           md5(unique_document_id || part), md5(part || unique_document_id))
         from unique_documents, generate_series(0, 2) part where unique_document_id like 'sought-%'`,
      );
      await owner.query(
        `insert into work_orders (work_order_id, organization_id, external_id, name, description, unique_document_id,
           work_order_status, is_optional, does_client_want_work_done, discount_percent, shown_at)
         select unique_document_id || '-' || part, organization_id, 'W-' || external_id || '-' || part,
           'Work of ' || name, '', unique_document_id, 'OPEN', false, false, 0, now()
         from unique_documents, generate_series(1, 2) part where unique_document_id like 'sought-%'`,
      );
      await owner.query("analyze");
      return rowCount ?? 0;
    });
  } finally {
    await database.close();
  }
}
