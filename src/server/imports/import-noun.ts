import type { ImportRow } from "#domain/csv/import-report.ts";
import type { Judged } from "#domain/csv/judged-row.ts";
import type { TableRow } from "#domain/csv/read-table.ts";
import type { Change } from "../access/change.ts";
import type { Reader, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";

/** How CSV files of one noun are imported. */
export type ImportNoun<Column extends string, Work> = {
  columns: Readonly<Record<Column, { isNeeded: boolean }>>;
  /** What each row would do now. Reads the records in a few statements, whatever the number of rows. */
  judge(reader: Reader, rows: readonly TableRow<Column>[]): Promise<Judged<Work>[]>;
  /** Locks the records that rows change. They are judged once more behind the lock. */
  lock(tx: Tx, works: readonly Work[]): Promise<unknown>;
  /** Carries out new and changed rows in a few statements. */
  apply(change: Change, deps: Deps, rows: SoundRows<Work>): Promise<void>;
};

export type SoundRows<Work> = { added: readonly Work[]; changed: readonly Work[] };

export function worksOf<Work>(rows: readonly Judged<Work>[], fate: ImportRow["fate"]): Work[] {
  return rows.flatMap((row) => (row.fate === fate && row.work !== null ? [row.work] : []));
}
