import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import {
  countOutcomes,
  type ImportCounts,
  type ImportFile,
  type ImportPreview,
  type ImportReport,
  type ImportRequest,
  MAX_PREVIEW_ROWS,
  MAX_ROWS,
  othersWait,
} from "#domain/csv/import-report.ts";
import type { PlannedRow } from "#domain/csv/planned-row.ts";
import { missingColumns, type ReadTable, readTable, type TableRow } from "#domain/csv/read-table.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import { ADVISORY_LOCKS, type DbOrTx } from "../db/database.ts";
import type { Deps, ReportProgress } from "../deps.ts";
import { type Route, route } from "../http/route.ts";
import { dataOfRows, type ImportNoun } from "./import-noun.ts";

/** Characters of a file that takes longer to write than others should wait: some thousands of rows. */
const LONG_FILE = 100_000;
const MANY_ROWS = 3000;

type SentFile = { csv: string; columns?: (string | null)[] | undefined; progressId?: string | undefined };
type SentImport = SentFile & { asChecked?: string | undefined };

/** Imports a CSV file, all rows or none. A second import of the same file changes nothing. */
export async function runImport<Column extends string, Data>(
  deps: Deps,
  editor: Editor,
  noun: ImportNoun<Column, Data>,
  { progressId, ...file }: SentImport,
): Promise<ImportCounts> {
  return deps.progress.during(progressId, (onProgress) => {
    const run = (lockTables = async () => {}) =>
      change(deps, editor, (opened) =>
        importWithin(opened, deps, noun, file, { onProgress, lockTables, by: editor }),
      );
    return file.csv.length < LONG_FILE ? run() : deps.database.besideReaders(run);
  });
}

async function importWithin<Column extends string, Data>(
  opened: Change,
  deps: Deps,
  noun: ImportNoun<Column, Data>,
  { asChecked, ...file }: SentImport,
  { onProgress, lockTables, by }: { onProgress: ReportProgress; lockTables: () => Promise<void>; by: Editor },
): Promise<ImportCounts> {
  const { tx } = opened;
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.csvImport})`);
  let checked = await checkImport(tx, noun, file, onProgress);
  refuseWrong(checked);
  const changed = dataOfRows(checked.planned, "changed");
  if (changed.length > 0) {
    await noun.lock(tx, [...changed, ...dataOfRows(checked.planned, "new")]);
    checked = await checkImport(tx, noun, file, onProgress);
    refuseWrong(checked);
  }
  const { planned, report } = checked;
  if (asChecked !== undefined && asChecked !== report.digest) throw CONFLICT;
  const sound = { added: dataOfRows(planned, "new"), changed: dataOfRows(planned, "changed") };
  const of = sound.added.length + sound.changed.length;
  let done = 0;
  const onWritten = (rows: number) => {
    done += rows;
    onProgress("writing", done, of);
  };
  // A copy for readers takes a while too.
  if (of > MANY_ROWS) await lockTables();
  onWritten(0);
  await noun.apply(opened, deps, sound, onWritten, by);
  return report.counts;
}

function refuseWrong({ headLine, report: { rows, counts, missing } }: Checked<unknown>): void {
  if (missing.length > 0) throw unreadable(headLine, missingColumns(missing));
  const wrong = rows.find(({ fate }) => fate === "wrong");
  if (!wrong) return;
  const { line, column, cell, note } = wrong;
  const at = [`Line ${line}`, column, cell === null ? null : `“${cell}”`].filter((part) => part !== null);
  const message = `${at.join(", ")}: ${note}. ${counts.wrong} of ${rows.length} rows are wrong, so nothing was imported.`;
  throw new AppError("invalid", message, { reason: "wrong-rows", line, column, counts });
}

export const CONFLICT = new AppError(
  "conflict",
  "The records have changed since the file was checked. Nothing was imported. Please check the file again.",
  { reason: "changed-meanwhile" },
);

const BATCH_SIZE = 2000;

type Checked<Data> = {
  planned: PlannedRow<Data>[];
  /** The line of the row that names the columns. */
  headLine: number;
  report: Omit<ImportReport, "othersWaitSeconds">;
};

function unreadable(line: number, problem: string): AppError {
  return new AppError("invalid", `Line ${line}: ${problem}. Nothing was imported.`, { line });
}

/** What an import of this file would do now. Throws AppError "invalid" for a file that is no table. */
async function checkImport<Column extends string, Data>(
  reader: DbOrTx,
  noun: ImportNoun<Column, Data>,
  { csv, columns: mapping }: SentFile,
  onProgress: ReportProgress,
): Promise<Checked<Data>> {
  const table = readTable(csv, noun.columns, { mapping, programs: noun.programs, mayMiss: true });
  if ("problem" in table) throw unreadable(table.line, table.problem);
  refuseMany(table.rows.length);
  const planned = table.missing.length > 0 ? [] : await planRows(reader, noun, table, onProgress);
  const rows = planned.map(({ data: _, ...row }, at) => ({
    ...row,
    column: row.column === null ? null : headerOf(table, row.column),
    cell: cellOf(table.rows[at], row.column),
  }));
  const outcomes = planned.map(({ line, fate, data }) => [line, fate, data]);
  const { columns, program, missing, titleRows, style } = table;
  const report = {
    rows,
    counts: countOutcomes(rows),
    columns,
    fields: Object.keys(noun.columns),
    program,
    missing,
    preview: previewOf(noun, table, planned),
    people: noun.countPeople?.(planned.flatMap(({ data }) => data ?? [])) ?? null,
    ignored: columns.flatMap(({ header, field }) => (field === null && header !== "" ? [header] : [])),
    titleRows,
    hasDecimalComma: style === ",",
    digest: createHash("sha256").update(JSON.stringify(outcomes)).digest("hex"),
  };
  return { planned, headLine: table.headLine, report };
}

function refuseMany(rows: number): void {
  if (rows <= MAX_ROWS) return;
  const most = MAX_ROWS.toLocaleString("en-AU");
  const message = `The file has more than ${most} rows. Nothing was imported. Please split it.`;
  throw new AppError("invalid", message);
}

async function planRows<Column extends string, Data>(
  reader: DbOrTx,
  noun: Pick<ImportNoun<Column, Data>, "plan">,
  table: ReadTable<Column>,
  onProgress: ReportProgress,
): Promise<PlannedRow<Data>[]> {
  const planRow = await noun.plan(reader, table);
  const planned: PlannedRow<Data>[] = [];
  while (planned.length < table.rows.length) {
    onProgress("checking", planned.length, table.rows.length);
    // Requests of others are answered in between.
    await setImmediate();
    const part = table.rows.slice(planned.length, planned.length + BATCH_SIZE);
    planned.push(...part.map((row) => planRow(row)));
  }
  onProgress("checking", planned.length, table.rows.length);
  return planned;
}

/** The first rows under the columns that they fill. A wrong row is shown as it is in the file. */
function previewOf<Column extends string, Data>(
  { columns, savedCells }: ImportNoun<Column, Data>,
  table: ReadTable<Column>,
  planned: readonly PlannedRow<Data>[],
): ImportPreview {
  const shown = planned.slice(0, MAX_PREVIEW_ROWS).map(({ line, column, data }, at) => {
    const cells: Partial<Record<Column, string>> = (data !== null && savedCells?.(data)) || {};
    return { line, wrongColumn: column, cells: { ...table.rows[at]?.cells, ...cells } };
  });
  const names = (Object.keys(columns) as Column[]).filter((name) => shown.some(({ cells }) => cells[name]));
  const rows = shown.map(({ cells, ...row }) => ({
    ...row,
    cells: names.map((name) => shorten(cells[name] ?? "")),
  }));
  return { columns: names, rows };
}

/** The header under which a file has a column, because its reader looks for that. */
function headerOf(table: ReadTable<string>, column: string): string {
  const found = table.columns.find(({ field }) => field === column)?.header ?? column;
  return found.toLowerCase() === column.toLowerCase() ? column : found;
}

const MAX_SHOWN = 80;

/** A cell of a row, short enough for a list. */
function cellOf(row: TableRow<string> | undefined, column: string | null): string | null {
  const cell = column === null ? "" : (row?.cells[column] ?? "");
  if (cell === "") return null;
  return shorten(cell);
}

function shorten(cell: string): string {
  return cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN).toWellFormed()}…` : cell;
}

/** The report of a check, with events of its progress. */
export async function reportImport<Column extends string, Data>(
  { db, database, progress }: Pick<Deps, "db" | "database" | "progress">,
  noun: ImportNoun<Column, Data>,
  { progressId, ...file }: z.output<typeof ImportFile>,
): Promise<ImportReport> {
  return progress.during(progressId, async (onProgress) => {
    const { report } = await checkImport(db, noun, file, onProgress);
    return { ...report, othersWaitSeconds: othersWait(database.kind, report.counts) };
  });
}

type ImportCall<Body extends z.ZodType, Reply extends z.ZodType> = Call<
  z.ZodType<undefined, undefined>,
  z.ZodUndefined,
  Body,
  Reply,
  "editor" | "owner",
  z.ZodUndefined
>;

/** The two calls of a noun's import: what a file would do, and doing it. */
export function importRoutes<Column extends string, Data>(
  check: ImportCall<typeof ImportFile, typeof ImportReport>,
  run: ImportCall<typeof ImportRequest, typeof ImportReport.shape.counts>,
  nounOf: (deps: Deps) => ImportNoun<Column, Data>,
): Route[] {
  return [
    route(check, ({ deps, body }) => reportImport(deps, nounOf(deps), body)),
    route(run, ({ deps, caller, body }) => runImport(deps, caller, nounOf(deps), body)),
  ];
}
