import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import {
  countOutcomes,
  type ImportFile,
  type ImportReport,
  MAX_ROWS,
  othersWait,
} from "#domain/csv/import-report.ts";
import type { PlannedRow } from "#domain/csv/planned-row.ts";
import { readTable, type TableRow } from "#domain/csv/read-table.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import type { Deps, ReportProgress } from "../deps.ts";
import type { ImportNoun } from "./import-noun.ts";

const ROWS_A_PART = 2000;

type Checked<Work> = { planned: PlannedRow<Work>[]; report: Omit<ImportReport, "othersWaitSeconds"> };

/** What an import of this file would do now. Throws AppError "invalid" for a file without the noun's columns. */
export async function checkImport<Column extends string, Work>(
  reader: Reader,
  { columns, plan }: Pick<ImportNoun<Column, Work>, "columns" | "plan">,
  csv: string,
  onProgress: ReportProgress,
): Promise<Checked<Work>> {
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
  const planned: PlannedRow<Work>[] = [];
  while (planned.length < table.rows.length) {
    onProgress("checking", planned.length, table.rows.length);
    // Requests of others are answered in between.
    await setImmediate();
    const part = table.rows.slice(planned.length, planned.length + ROWS_A_PART);
    planned.push(...part.map((row) => planRow(row)));
  }
  onProgress("checking", planned.length, table.rows.length);
  const rows = planned.map(({ work: _, ...row }, at) => ({
    ...row,
    cell: cellOf(table.rows[at], row.column),
  }));
  const outcomes = planned.map(({ line, fate, work }) => [line, fate, work]);
  const digest = createHash("sha256").update(JSON.stringify(outcomes)).digest("hex");
  const { ignored, titleRows, style } = table;
  const hasDecimalComma = style === ",";
  return {
    planned,
    report: { rows, counts: countOutcomes(rows), ignored, titleRows, hasDecimalComma, digest },
  };
}

const MAX_SHOWN = 80;

/** What a column of a row holds, short enough for a list. */
function cellOf(row: TableRow<string> | undefined, column: string | null): string | null {
  const cell = column === null ? "" : (row?.cells[column] ?? "");
  if (cell === "") return null;
  return cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN).toWellFormed()}…` : cell;
}

/** The report of a check, which tells its progress in the meantime. */
export async function reportImport<Column extends string, Work>(
  { db, database, progress }: Pick<Deps, "db" | "database" | "progress">,
  noun: ImportNoun<Column, Work>,
  { csv, progressId }: z.output<typeof ImportFile>,
): Promise<ImportReport> {
  return progress.during(progressId, async (onProgress) => {
    const { report } = await checkImport(db, noun, csv, onProgress);
    return { ...report, othersWaitSeconds: othersWait(database.kind, report.counts) };
  });
}
