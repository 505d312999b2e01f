import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import {
  countOutcomes,
  type ImportCounts,
  type ImportFile,
  type ImportReport,
  type ImportRequest,
  MAX_ROWS,
  othersWait,
} from "#domain/csv/import-report.ts";
import type { PlannedRow } from "#domain/csv/planned-row.ts";
import { readTable, type TableRow } from "#domain/csv/read-table.ts";
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

type SentImport = { csv: string; asChecked?: string | undefined; progressId?: string | undefined };

/** Imports a CSV file, all rows or none. A second import of the same file changes nothing. */
export async function runImport<Column extends string, Data>(
  deps: Deps,
  editor: Editor,
  noun: ImportNoun<Column, Data>,
  { csv, asChecked, progressId }: SentImport,
): Promise<ImportCounts> {
  return deps.progress.during(progressId, (onProgress) => {
    const run = (lockTables = async () => {}) =>
      change(deps, editor, (opened) =>
        importWithin(opened, deps, noun, { csv, asChecked }, { onProgress, lockTables, by: editor }),
      );
    return csv.length < LONG_FILE ? run() : deps.database.besideReaders(run);
  });
}

async function importWithin<Column extends string, Data>(
  opened: Change,
  deps: Deps,
  noun: ImportNoun<Column, Data>,
  { csv, asChecked }: Pick<SentImport, "csv" | "asChecked">,
  { onProgress, lockTables, by }: { onProgress: ReportProgress; lockTables: () => Promise<void>; by: Editor },
): Promise<ImportCounts> {
  const { tx } = opened;
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.csvImport})`);
  let checked = await checkImport(tx, noun, csv, onProgress);
  refuseWrong(checked.report);
  const changed = dataOfRows(checked.planned, "changed");
  if (changed.length > 0) {
    await noun.lock(tx, [...changed, ...dataOfRows(checked.planned, "new")]);
    checked = await checkImport(tx, noun, csv, onProgress);
    refuseWrong(checked.report);
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

function refuseWrong({ rows, counts }: Pick<ImportReport, "rows" | "counts">): void {
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

type Checked<Data> = { planned: PlannedRow<Data>[]; report: Omit<ImportReport, "othersWaitSeconds"> };

/** What an import of this file would do now. Throws AppError "invalid" for a file without the noun's columns. */
async function checkImport<Column extends string, Data>(
  reader: DbOrTx,
  { columns, plan }: Pick<ImportNoun<Column, Data>, "columns" | "plan">,
  csv: string,
  onProgress: ReportProgress,
): Promise<Checked<Data>> {
  const table = readTable(csv, columns);
  if ("problem" in table) {
    const { line, problem } = table;
    throw new AppError("invalid", `Line ${line}: ${problem}. Nothing was imported.`, { line });
  }
  if (table.rows.length > MAX_ROWS) {
    const most = MAX_ROWS.toLocaleString("en-AU");
    throw new AppError(
      "invalid",
      `The file has more than ${most} rows. Nothing was imported. Please split it.`,
    );
  }
  const planRow = await plan(reader, table);
  const planned: PlannedRow<Data>[] = [];
  while (planned.length < table.rows.length) {
    onProgress("checking", planned.length, table.rows.length);
    // Requests of others are answered in between.
    await setImmediate();
    const part = table.rows.slice(planned.length, planned.length + BATCH_SIZE);
    planned.push(...part.map((row) => planRow(row)));
  }
  onProgress("checking", planned.length, table.rows.length);
  const rows = planned.map(({ data: _, ...row }, at) => ({
    ...row,
    cell: cellOf(table.rows[at], row.column),
  }));
  const outcomes = planned.map(({ line, fate, data }) => [line, fate, data]);
  const digest = createHash("sha256").update(JSON.stringify(outcomes)).digest("hex");
  const { ignored, titleRows, style } = table;
  const hasDecimalComma = style === ",";
  return {
    planned,
    report: { rows, counts: countOutcomes(rows), ignored, titleRows, hasDecimalComma, digest },
  };
}

const MAX_SHOWN = 80;

/** A cell of a row, short enough for a list. */
function cellOf(row: TableRow<string> | undefined, column: string | null): string | null {
  const cell = column === null ? "" : (row?.cells[column] ?? "");
  if (cell === "") return null;
  return cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN).toWellFormed()}…` : cell;
}

/** The report of a check, with events of its progress. */
export async function reportImport<Column extends string, Data>(
  { db, database, progress }: Pick<Deps, "db" | "database" | "progress">,
  noun: ImportNoun<Column, Data>,
  { csv, progressId }: z.output<typeof ImportFile>,
): Promise<ImportReport> {
  return progress.during(progressId, async (onProgress) => {
    const { report } = await checkImport(db, noun, csv, onProgress);
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
  noun: ImportNoun<Column, Data>,
): Route[] {
  return [
    route(check, ({ deps, body }) => reportImport(deps, noun, body)),
    route(run, ({ deps, caller, body }) => runImport(deps, caller, noun, body)),
  ];
}
