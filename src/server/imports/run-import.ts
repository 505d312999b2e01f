import { sql } from "drizzle-orm";
import type { ImportCounts, ImportReport } from "#domain/csv/import-report.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { Deps } from "../deps.ts";
import { checkImport } from "./check-import.ts";
import { type ImportNoun, worksOf } from "./import-noun.ts";

type Wanted = { csv: string; asChecked?: string | undefined };

/** Imports a CSV file, all rows or none. A second import of the same file changes nothing. */
export async function runImport<Column extends string, Work>(
  deps: Deps,
  editor: Editor,
  noun: ImportNoun<Column, Work>,
  { csv, asChecked }: Wanted,
): Promise<ImportCounts> {
  return change(deps, editor, async (opened) => {
    const { tx } = opened;
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.csvImport})`);
    let checked = await checkImport(tx, noun, csv);
    refuseWrong(checked.report);
    const changed = worksOf(checked.judged, "changed");
    if (changed.length > 0) {
      await noun.lock(tx, changed);
      checked = await checkImport(tx, noun, csv);
      refuseWrong(checked.report);
    }
    const { judged, report } = checked;
    if (asChecked !== undefined && asChecked !== report.digest) throw CHANGED_MEANWHILE;
    await noun.apply(opened, deps, { added: worksOf(judged, "new"), changed: worksOf(judged, "changed") });
    return report.counts;
  });
}

function refuseWrong({ rows, counts }: ImportReport): void {
  const wrong = rows.find(({ fate }) => fate === "wrong");
  if (!wrong) return;
  const { line, column, note } = wrong;
  const message = `Line ${line}: ${note}. ${counts.wrong} of ${rows.length} rows are wrong, so nothing was imported.`;
  throw new AppError("invalid", message, { reason: "wrong-rows", line, column, counts });
}

export const CHANGED_MEANWHILE = new AppError(
  "conflict",
  "The records have changed since the file was checked. Nothing was imported. Please check the file again.",
  { reason: "changed-meanwhile" },
);
