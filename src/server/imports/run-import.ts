import { sql } from "drizzle-orm";
import type { ImportCounts, ImportReport } from "#domain/csv/import-report.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import { ADVISORY_LOCKS } from "../db/database.ts";
import type { Deps, ReportProgress } from "../deps.ts";
import { checkImport } from "./check-import.ts";
import { type ImportNoun, worksOf } from "./import-noun.ts";

/** Characters of a file that takes longer to write than others should wait: some thousands of rows. */
const LONG_FILE = 100_000;
const MANY_ROWS = 3000;

type SentImport = { csv: string; asChecked?: string | undefined; progressId?: string | undefined };

/** Imports a CSV file, all rows or none. A second import of the same file changes nothing. */
export async function runImport<Column extends string, Work>(
  deps: Deps,
  editor: Editor,
  noun: ImportNoun<Column, Work>,
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

async function importWithin<Column extends string, Work>(
  opened: Change,
  deps: Deps,
  noun: ImportNoun<Column, Work>,
  { csv, asChecked }: Pick<SentImport, "csv" | "asChecked">,
  { onProgress, lockTables, by }: { onProgress: ReportProgress; lockTables: () => Promise<void>; by: Editor },
): Promise<ImportCounts> {
  const { tx } = opened;
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.csvImport})`);
  let checked = await checkImport(tx, noun, csv, onProgress);
  refuseWrong(checked.report);
  const changed = worksOf(checked.planned, "changed");
  if (changed.length > 0) {
    await noun.lock(tx, [...changed, ...worksOf(checked.planned, "new")]);
    checked = await checkImport(tx, noun, csv, onProgress);
    refuseWrong(checked.report);
  }
  const { planned, report } = checked;
  if (asChecked !== undefined && asChecked !== report.digest) throw CONFLICT;
  const sound = { added: worksOf(planned, "new"), changed: worksOf(planned, "changed") };
  const of = sound.added.length + sound.changed.length;
  let done = 0;
  const wrote = (rows: number) => {
    done += rows;
    onProgress("writing", done, of);
  };
  // A copy for readers takes a while too.
  if (of > MANY_ROWS) await lockTables();
  wrote(0);
  await noun.apply(opened, deps, sound, wrote, by);
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
