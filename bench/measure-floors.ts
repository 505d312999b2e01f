import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { createHttpClient, type HttpClient } from "./http-client.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, rateOf, ratio, summarize, timed } from "./statistics.ts";

const AT_ONCE = 10;
const ROUNDS = 5;
const ROUND_MS = 1000;
const ORGANIZATION = "org-1";
const DOCUMENTS = 1000;

/** What the bare driver reads for a path: the columns of the answer, from the same rows, by the plainest statements. */
type Bare = Record<string, { name: string; statements: { text: string; values: unknown[] }[] }>;

export type FloorMeasure = Record<
  string,
  { perSecond: Measured; ms: Measured; floorPerSecond: Measured; ofFloor: number }
>;

/**
 * Calls beside their floor in alternating rounds: the same rows by the bare driver, sent by bare node:http, without
 * sign-in, roles and policies. Only on a server: no second program reaches the embedded database.
 */
export async function measureFloors(
  variables: Record<string, string>,
  scratch: string,
  documentId: string,
): Promise<FloorMeasure | null> {
  const { DATABASE_URL: url } = variables;
  if (!url) return null;
  await addDocuments(url);
  const bare = bareOf(documentId);
  const file = join(scratch, "statements.json");
  writeFileSync(file, JSON.stringify(bare));
  const floor = await startFloor(url, file);
  const portal = await startMeasuredPortal(variables);
  const [ours, theirs] = [await signIn(portal.url), createHttpClient(AT_ONCE)];
  try {
    const measured: FloorMeasure = {};
    for (const [path, { name }] of Object.entries(bare)) {
      measured[name] = await measureBeside([ours, portal.url + path], [theirs, floor.address + path]);
    }
    return measured;
  } finally {
    ours.close();
    theirs.close();
    floor.stop();
    await portal.remove();
  }
}

type Asked = readonly [HttpClient, string];

async function measureBeside([ours, address]: Asked, [theirs, floor]: Asked) {
  const times: number[] = [];
  const ask = async () => void times.push(await timed(() => ours.get(address)));
  await rateOf(ask, AT_ONCE, ROUND_MS);
  times.length = 0;
  const [rates, floors]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.push(await rateOf(ask, AT_ONCE, ROUND_MS));
    floors.push(await rateOf(() => theirs.get(floor), AT_ONCE, ROUND_MS));
  }
  const [perSecond, floorPerSecond] = [summarize(rates, 0), summarize(floors, 0)];
  return { perSecond, ms: summarize(times), floorPerSecond, ofFloor: ratio(perSecond, floorPerSecond) };
}

async function startFloor(url: string, file: string): Promise<{ address: string; stop(): void }> {
  const program = fileURLToPath(new URL("./bare-driver.mjs", import.meta.url));
  const server = spawn(process.execPath, [program, url, file], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<string>((resolve) =>
    server.stdout.once("data", (line: Buffer) => resolve(line.toString().trim())),
  );
  return { address: `http://127.0.0.1:${port}`, stop: () => void server.kill() };
}

/** The organization of the world's writer has a thousand documents then. */
export async function addDocuments(connectionString: string): Promise<void> {
  const owner = new Client({ connectionString });
  await owner.connect();
  await owner.query(
    `insert into unique_documents (unique_document_id, organization_id, external_id, name, slug, document_type, status,
       puck_state, total_cost, shown_total, salt, created_at, updated_at, shown_at)
     select 'more-' || n, $1, 'M-' || n, 'Online store of number ' || n, 'more-' || n,
       (array['PROPOSAL', 'SCOPE_OF_WORK', 'LEGAL_DOCUMENT'])[1 + n % 3], 'PENDING', '{"root": {}, "content": []}', n, n,
       'salt', at, at, at
     from generate_series(1, $2 - (select count(*)::int from unique_documents where organization_id = $1)) n,
       lateral (select now() - n * interval '1 hour' as at) moment`,
    [ORGANIZATION, DOCUMENTS],
  );
  await owner.query("analyze");
  await owner.end();
}

function bareOf(documentId: string): Bare {
  const ofDocument = (text: string) => ({ text, values: [documentId] });
  return {
    "/api/unique-document/user/list?limit=10": {
      name: "list",
      statements: [
        {
          text: `select document.unique_document_id, external_id, name, slug, document_type, status, created_at,
              updated_at, shown_total, invoice_id, user_name, decided_at, decision
            from unique_documents as document left join document_decisions as decided
              on decided.unique_document_id = document.unique_document_id
            where document.organization_id = $1 and shown_at is not null
            order by greatest(created_at, updated_at) desc nulls last, document.unique_document_id desc nulls last
            limit 10`,
          values: [ORGANIZATION],
        },
      ],
    },
    [`/api/unique-document/user/${documentId}`]: {
      name: "document",
      statements: [
        ofDocument(`select unique_document_id, organization_id, external_id, coalesce(sent_name, name) as name, slug,
            template_id, coalesce(sent_type, document_type) as document_type, status, invoice_id, shown_total,
            hides_prices, created_at, updated_at, predecessor_id
          from unique_documents where unique_document_id = $1`),
        ofDocument(`select page, work from document_versions where unique_document_id = $1
          order by number desc limit 1`),
        ofDocument(
          "select work_order_id, does_client_want_work_done from work_orders where unique_document_id = $1",
        ),
      ],
    },
    "/api/user-profile/user": {
      name: "profile",
      statements: [
        {
          text: `select user_profile_id, first_name, last_name, email, active_organization_id, admin_role
            from user_profiles where email = $1`,
          values: ["writer@bench.test"],
        },
      ],
    },
  };
}
