import { pino } from "pino";
import { openDatabase } from "#server/installation/open-database.ts";
import { BENCH_ADMIN } from "./make-world.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, measureRounds, ratio } from "./statistics.ts";

const ORGANIZATIONS = 10_000;
/** Of each: ten documents, of which a fifth waits, ten work orders, five invoices and one person. */
const DOCUMENTS = 10 * ORGANIZATIONS;
const ROUNDS = 20;

/** What each screen of the company asks for, in the order of its menu. */
const SCREENS = {
  home: "home/admin/get",
  documents: "unique-document/admin/list?limit=10",
  documentsBySearch: "unique-document/admin/list?limit=10&q=number%2077",
  documentsByValue: "unique-document/admin/list?limit=10&sort=-totalCost",
  organizations: "organization/admin/list?limit=10",
  organizationsBySearch: "organization/admin/list?limit=10&q=client%2077",
  organizationsByName: "organization/admin/list?limit=10&sort=organizationName",
  organization: "organization/admin/org-1",
  people: "user-profile/admin/list?limit=10",
  peopleBySearch: "user-profile/admin/list?limit=10&q=number%2077",
  workOrders: "work-order/admin/list?limit=10",
  board: "work-order/admin/list/board",
  invoices: "invoice/admin/list?limit=10",
};
type Times = Record<keyof typeof SCREENS, Measured>;

export type CompanyMeasure = {
  organizations: number;
  documents: number;
  /** With ten organizations and a thousand documents. */
  smallMs: Times;
  largeMs: Times;
  /** How much longer each takes with all of them. */
  growth: Record<string, number>;
};

/** Measures how long one of the company's people waits with 10 organizations, and with 10,000. */
export async function measureCompany(variables: Record<string, string>): Promise<CompanyMeasure> {
  const smallMs = await measureScreens(variables);
  await addClients(variables);
  const largeMs = await measureScreens(variables);
  const names = Object.keys(SCREENS) as (keyof Times)[];
  const growth = Object.fromEntries(names.map((name) => [name, ratio(largeMs[name], smallMs[name])]));
  return { organizations: ORGANIZATIONS, documents: DOCUMENTS, smallMs, largeMs, growth };
}

async function measureScreens(variables: Record<string, string>): Promise<Times> {
  const portal = await startMeasuredPortal(variables);
  try {
    const client = await signIn(portal.url, BENCH_ADMIN);
    const measured: [string, Measured][] = [];
    for (const [name, path] of Object.entries(SCREENS)) {
      measured.push([name, await measureRounds(() => client.get(`${portal.url}/api/${path}`), ROUNDS)]);
    }
    client.close();
    return Object.fromEntries(measured) as Times;
  } finally {
    await portal.remove();
  }
}

/** Adds organizations with documents, work orders, invoices and people. */
async function addClients(variables: Record<string, string>): Promise<void> {
  const config = { databaseUrl: variables.DATABASE_URL, dataDir: variables.DATA_DIR ?? "" };
  const database = await openDatabase(config, pino({ level: "silent" }));
  try {
    await database.asOwner(async (owner) => {
      for (const statement of ADD_CLIENTS) await owner.query(statement);
      await owner.query("analyze");
    });
  } finally {
    await database.close();
  }
}

export const ADD_ORGANIZATIONS = `insert into organizations (organization_id, organization_name, status, quick_links, created_at)
  select 'many-' || n, 'Client ' || n * 7919 % 10007, (array['ACTIVE', 'ACTIVE', 'INACTIVE'])[1 + n % 3], '[]',
    now() - n * interval '1 hour'
  from generate_series(0, ${ORGANIZATIONS - 1}) n`;

const ADD_PEOPLE = `with added as (
    insert into user_profiles (user_profile_id, first_name, last_name, email, active_organization_id, created_at)
    select 'many-' || n, 'Pat', 'Number ' || n, 'pat' || n || '@many.test', 'many-' || n, now() - n * interval '1 hour'
    from generate_series(0, ${ORGANIZATIONS - 1}) n
    returning user_profile_id)
  insert into organization_permissions (organization_permission_id, organization_id, user_id, permission_type)
  select user_profile_id, user_profile_id, user_profile_id, 'write' from added`;

const ADD_DOCUMENTS = `insert into unique_documents (unique_document_id, organization_id, external_id, name, slug, document_type,
    status, puck_state, total_cost, shown_total, salt, created_at, updated_at, shown_at)
  select 'many-' || n, 'many-' || n % ${ORGANIZATIONS}, 'M-' || n, 'Online store of number ' || n * 7919 % 100003, 'many-' || n,
    (array['PROPOSAL', 'SCOPE_OF_WORK', 'LEGAL_DOCUMENT'])[1 + n % 3],
    (array['PENDING', 'DECLINED', 'DECLINED', 'DECLINED', 'DRAFT'])[1 + n / 3 % 5],
    '{"root": {}, "content": []}', n, n, 'salt', at, at, case when n / 3 % 5 < 4 then at end
  from generate_series(0, ${DOCUMENTS - 1}) n, lateral (select now() - n * interval '1 hour' as at) moment`;

const ADD_WORK_ORDERS = `insert into work_orders (work_order_id, organization_id, external_id, name, description, unique_document_id,
    work_order_status, is_optional, does_client_want_work_done, discount_percent, created_at, updated_at, shown_at)
  select 'many-' || n, 'many-' || n % ${ORGANIZATIONS}, 'W-' || n, 'Work of number ' || n, '', 'many-' || n, 'OPEN',
    n % 4 = 0, true, 0, at, at, at
  from generate_series(0, ${DOCUMENTS - 1}) n, lateral (select now() - n * interval '1 hour' as at) moment`;

/** Every document that waits was sent, and a client has opened each second one. */
const ADD_VERSIONS = `insert into document_versions (unique_document_id, organization_id, number, sent_at, page, work)
  select unique_document_id, organization_id, 1, created_at, puck_state, '{"workOrders": [], "products": []}'
  from unique_documents where status = 'PENDING' and unique_document_id like 'many-%'`;

const ADD_OPENINGS = `insert into document_openings (document_opening_id, unique_document_id, organization_id, user_profile_id,
    what, first_at, last_at, times)
  select 'many-' || unique_document_id, unique_document_id, organization_id, organization_id, 'page', created_at,
    created_at + interval '1 hour', 2
  from unique_documents where status = 'PENDING' and unique_document_id like 'many-%' and total_cost::int % 2 = 0`;

const ADD_INVOICES = `insert into invoices (invoice_id, organization_id, external_id, name, invoice_status, total, gst, issued_at, created_at, updated_at)
  select 'many-' || n, 'many-' || n % ${ORGANIZATIONS}, 'I-' || n, 'Work of number ' || n,
    (array['PAID', 'PAID', 'UNPAID'])[1 + n % 3], n + 1, 0, at, at, at
  from generate_series(0, ${DOCUMENTS / 2 - 1}) n, lateral (select now() - n * interval '1 hour' as at) moment`;

const ADD_CLIENTS = [
  ADD_ORGANIZATIONS,
  ADD_PEOPLE,
  ADD_DOCUMENTS,
  ADD_VERSIONS,
  ADD_OPENINGS,
  ADD_WORK_ORDERS,
  ADD_INVOICES,
];
