import { formatDuration } from "#domain/system/format-figures.ts";
import type { SystemFact, SystemPart } from "#domain/system/system-part.ts";
import type { Deps, Gauge } from "../deps.ts";
import { queryBriefly } from "./find-readiness.ts";

/** Jobs start within seconds. */
const LATE_SECONDS = 600;

const STATES = ["waiting", "retried", "running", "failed"] as const;
type QueueRow = Record<(typeof STATES)[number], number> & { name: string; oldest: number };

const QUEUES = `
  select name,
    count(*) filter (where state = 'created' and start_after <= now())::int as waiting,
    count(*) filter (where state = 'retry')::int as retried,
    count(*) filter (where state = 'active')::int as running,
    count(*) filter (where state = 'failed')::int as failed,
    coalesce(extract(epoch from now() - min(start_after)
      filter (where state in ('created', 'retry') and start_after <= now())), 0)::float as oldest
  from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name order by name`;

const readQueues = ({ database }: Pick<Deps, "database">) => queryBriefly<QueueRow>(database, QUEUES);

const sumOf = (rows: readonly QueueRow[], state: (typeof STATES)[number]) =>
  rows.reduce((sum, row) => sum + row[state], 0);

/** Work after changes, such as emails and PDFs: how much waits, is tried again or was given up, by queue. */
export async function describeQueue(deps: Deps): Promise<Omit<SystemPart, "id">> {
  const rows = await readQueues(deps);
  const oldest = Math.max(0, ...rows.map((row) => row.oldest));
  const failed = sumOf(rows, "failed");
  const state = oldest > LATE_SECONDS || failed > 0 ? "attention" : "ok";
  const totals: SystemFact[] = [
    { label: "Waiting", text: String(sumOf(rows, "waiting")) },
    { label: "Tried again", text: String(sumOf(rows, "retried")) },
    { label: "Given up", text: String(failed) },
    { label: "The oldest waits for", text: oldest === 0 ? "Nothing waits" : formatDuration(oldest) },
  ];
  return { state, facts: [...totals, ...rows.flatMap(describeRow)], advice: adviceFor(oldest, failed) };
}

/** "Send mail: 3 waiting, 1 given up", for queues that need a look. */
function describeRow({ name, waiting, retried, failed }: QueueRow): SystemFact[] {
  if (waiting + retried + failed === 0) return [];
  const words = name.replaceAll("-", " ");
  const counts = [
    [waiting, "waiting"],
    [retried, "tried again"],
    [failed, "given up"],
  ] as const;
  const text = counts.flatMap(([count, what]) => (count > 0 ? `${count} ${what}` : [])).join(", ");
  return [{ label: words.charAt(0).toUpperCase() + words.slice(1), text }];
}

function adviceFor(oldest: number, failed: number): string {
  if (oldest > LATE_SECONDS)
    return "Work waits longer than it should. After an import or many emails that passes by itself. If the number doesn't fall, restart the portal: nothing is lost.";
  if (failed > 0)
    return "Some work failed at every try for a week and was given up. The portal's log says why, in lines that begin with “Job given up”.";
  return "Nothing to do. Emails, PDFs and reminders are worked on within seconds, and tried again for a week if they fail.";
}

export async function measureQueue(deps: Deps): Promise<Gauge[]> {
  const rows = await readQueues(deps);
  return [
    {
      name: "counterpart_jobs",
      help: "Jobs that could have started, are tried again, run or were given up",
      samples: STATES.map((state) => [{ state }, sumOf(rows, state)]),
    },
    {
      name: "counterpart_queue_jobs",
      help: "The same by queue, where there are any",
      samples: rows.flatMap((row) =>
        STATES.flatMap((state) =>
          row[state] > 0 ? [[{ queue: row.name, state }, row[state]] as const] : [],
        ),
      ),
    },
  ];
}
