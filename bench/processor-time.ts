import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Client } from "pg";

const TICKS_A_SECOND = 100;
const NANOSECONDS = 1e6;

type Row = { pid: number; parent: number; ticks: number };

/** Milliseconds of processor time of a process alone, and of it with all that it started (Linux). */
export function processorMs(root: number): { own: number; all: number } {
  const rows = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readRow(Number(name)));
  const milliseconds = (ticks: number) => (ticks * 1000) / TICKS_A_SECOND;
  const own = rows.find(({ pid }) => pid === root)?.ticks ?? 0;
  return { own: milliseconds(own), all: milliseconds(ticksBelow(root, rows)) };
}

/** Milliseconds of processor time of all threads of a process, which the kernel counts in nanoseconds (Linux); 0 at its end. */
export function threadsMs(processId: number): number {
  const folder = `/proc/${processId}/task`;
  return existsSync(folder) ? sumOf(folder) : 0;
}

function sumOf(folder: string): number {
  return readdirSync(folder).reduce((sum, thread) => sum + threadMs(`${folder}/${thread}/schedstat`), 0);
}

/** A thread that has ended meanwhile has no file. */
function threadMs(path: string): number {
  try {
    return Number(readFileSync(path, "utf8").split(" ")[0]) / NANOSECONDS;
  } catch {
    return 0;
  }
}

function ticksBelow(root: number, rows: readonly Row[]): number {
  const own = rows.find(({ pid }) => pid === root)?.ticks ?? 0;
  const children = rows.filter(({ parent }) => parent === root);
  return children.reduce((sum, { pid }) => sum + ticksBelow(pid, rows), own);
}

/** Of a process and of its ended children. A process that has ended meanwhile has no row. */
function readRow(pid: number): Row[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before may hold spaces. Fields 4 and 14 to 17 of proc_pid_stat(5).
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [{ pid, parent: Number(fields[1]), ticks }];
  } catch {
    return [];
  }
}

/** The process that started the database's connections. */
export async function findDatabaseProcess(connectionString: string): Promise<number> {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const [backend] = readRow(rows[0]?.pid ?? 0);
  await client.end();
  if (!backend)
    throw new Error("The database runs on another machine, where its processor time cannot be read.");
  return backend.parent;
}
