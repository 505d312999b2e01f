import { createHash } from "node:crypto";
import { countFates, type ImportReport, MOST_ROWS } from "#domain/csv/import-report.ts";
import type { Judged } from "#domain/csv/judged-row.ts";
import { readTable } from "#domain/csv/read-table.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import type { ImportNoun } from "./import-noun.ts";

type Checked<Work> = { judged: Judged<Work>[]; report: ImportReport };

/** What an import of this file would do now. Throws AppError "invalid" for a file without the noun's columns. */
export async function checkImport<Column extends string, Work>(
  reader: Reader,
  { columns, judge }: Pick<ImportNoun<Column, Work>, "columns" | "judge">,
  csv: string,
): Promise<Checked<Work>> {
  const table = readTable(csv, columns);
  if ("problem" in table) {
    const { line, problem } = table;
    throw new AppError("invalid", `Line ${line}: ${problem}. Nothing was imported.`, { line });
  }
  if (table.rows.length > MOST_ROWS) {
    const most = MOST_ROWS.toLocaleString("en-AU");
    throw new AppError(
      "invalid",
      `The file has more than ${most} rows. Nothing was imported. Please split it.`,
    );
  }
  const judged = await judge(reader, table.rows);
  const rows = judged.map(({ work: _, ...row }) => row);
  const fates = judged.map(({ line, fate, work }) => [line, fate, work]);
  const digest = createHash("sha256").update(JSON.stringify(fates)).digest("hex");
  return { judged, report: { rows, counts: countFates(rows), ignored: table.ignored, digest } };
}
