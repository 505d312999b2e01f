import { Client } from "pg";
import { timed } from "./statistics.ts";

type Written = { table: string; row: unknown };

const OF_TRANSACTION = "xmin = (select xmin from document_decisions where unique_document_id = $1)";
const CHANGED_SINCE: Record<string, string> = {
  "pgboss.job": "name = 'render-document-pdf' and data ->> 'uniqueDocumentId' = $1",
  evidence_heads: "chain = (select organization_id from document_decisions where unique_document_id = $1)",
};

/** The end of a chain moves; every other row is new in its twin. */
const IN_PLACE: Record<string, string> = {
  evidence_heads: "on conflict (chain) do update set position = excluded.position, head = excluded.head",
};

/**
 * Repeats what a transaction wrote in tables of their own, by the bare driver: with the same columns and indexes, and
 * without policies, triggers and foreign keys.
 */
export class BareTransaction {
  readonly #client: Client;
  readonly #tables: readonly string[];

  private constructor(client: Client, tables: readonly string[]) {
    this.#client = client;
    this.#tables = tables;
  }

  static async open(connectionString: string): Promise<BareTransaction> {
    const client = new Client({ connectionString });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and not relispartition
         and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`,
    );
    await client.query("create schema bare");
    const tables = rows.map(({ name }) => name);
    for (const table of tables)
      await client.query(`create table ${twinOf(table)} (like ${table} including indexes including storage)`);
    return new BareTransaction(client, tables);
  }

  /**
   * What the transaction wrote that decided on a document. Of the job and of the chain's end, which the worker has changed
   * since, it is what they are now.
   */
  async writtenWith(uniqueDocumentId: string): Promise<Written[]> {
    const found: Written[] = [];
    for (const table of this.#tables) {
      const { rows } = await this.#client.query<{ row: unknown }>(
        `select to_jsonb(one) as row from ${table} as one where ${CHANGED_SINCE[table] ?? OF_TRANSACTION}`,
        [uniqueDocumentId],
      );
      found.push(...rows.map(({ row }) => ({ table, row })));
    }
    return found;
  }

  /** Milliseconds until such rows are on the disk. */
  write(rows: readonly Written[]): Promise<number> {
    return timed(async () => {
      await this.#client.query("begin");
      for (const { table, row } of rows) {
        const twin = twinOf(table);
        const text = `insert into ${twin} select * from jsonb_populate_record(null::${twin}, $1) ${IN_PLACE[table] ?? ""}`;
        await this.#client.query({ name: twin, text, values: [JSON.stringify(row)] });
      }
      await this.#client.query("commit");
    });
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}

function twinOf(table: string): string {
  return `bare."${table.replaceAll(/["]/g, "").replace(".", "_")}"`;
}
