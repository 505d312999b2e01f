import { pino } from "pino";
import { openDatabase } from "#server/installation/open-database.ts";
import { BENCH_ADMIN } from "./make-world.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, measureRounds } from "./statistics.ts";

const ROWS = 1_000_000;
const ROUNDS = 20;
const LIST = "/api/activity/admin/list?limit=50";

export type ActivityMeasure = { rows: number; ms: Record<string, Measured> };

/** Measures how long one of the company's people waits for a page of fifty of a million audit rows. */
export async function measureActivity(variables: Record<string, string>): Promise<ActivityMeasure> {
  await addAuditRows(variables);
  const portal = await startMeasuredPortal(variables);
  try {
    const client = await signIn(portal.url, BENCH_ADMIN);
    const ask = async (path: string) => (await client.get(`${portal.url}${path}`)).toString();
    const first = JSON.parse(await ask(LIST)) as { page: { nextCursor: string } };
    const asked = {
      firstPage: LIST,
      nextPage: `${LIST}&cursor=${first.page.nextCursor}`,
      ofOneDocument: `${LIST}&documentId=org-1-doc-1`,
      ofOneOrganization: `${LIST}&organizationId=org-1`,
      ofOneKind: `${LIST}&kind=decisions`,
      ofOneDay: `${LIST}&from=2026-01-05&to=2026-01-05`,
      ofOnePerson: `${LIST}&personId=nobody`,
      byVisitors: `${LIST}&by=visitors`,
      search: `${LIST}&q=proposal%207`,
      searchOfMost: `${LIST}&q=opened`,
      searchOfNothing: `${LIST}&q=no%20such%20text`,
    };
    const ms: Record<string, Measured> = {};
    for (const [name, path] of Object.entries(asked)) {
      ms[name] = await measureRounds(() => ask(path), ROUNDS);
    }
    client.close();
    return { rows: ROWS, ms };
  } finally {
    await portal.remove();
  }
}

async function addAuditRows(variables: Record<string, string>): Promise<void> {
  const config = { databaseUrl: variables.DATABASE_URL, dataDir: variables.DATA_DIR ?? "" };
  const database = await openDatabase(config, pino({ level: "silent" }));
  try {
    await database.asOwner(async (owner) => {
      await owner.query(
        `insert into audit_events (audit_event_id, at, action, user_profile_id, organization_id, subject_id, details)
         select 'bench-' || n, timestamptz '2026-06-01' - n * interval '31 seconds',
           (array['document.open', 'document.reopen', 'mail.send', 'document.change', 'document.approve'])[1 + n % 5],
           case when n % 5 <> 2 then (select user_profile_id from user_profiles order by 1 limit 1) end,
           'org-' || 1 + n % 10, 'org-' || 1 + n % 10 || '-doc-' || 1 + n / 10 % 100, '{"times":2}'
         from generate_series(1, $1::int) n`,
        [ROWS],
      );
      await owner.query("analyze audit_events");
    });
  } finally {
    await database.close();
  }
}
