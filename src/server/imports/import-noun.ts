import { setImmediate } from "node:timers/promises";
import type { ImportRow } from "#domain/csv/import-report.ts";
import type { PlannedRow } from "#domain/csv/planned-row.ts";
import type { Column, ReadTable, TableRow } from "#domain/csv/read-table.ts";
import type { Change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Reader, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";

/** How CSV files of one noun are imported. */
export type ImportNoun<Name extends string, Work> = {
  columns: Readonly<Record<Name, Column>>;
  /**
   * Returns what judges each row in its order: what it would do now. Reads the records in a few statements, whatever
   * the number of rows.
   */
  plan(reader: Reader, table: ReadTable<Name>): Promise<(row: TableRow<Name>) => PlannedRow<Work>>;
  /** Locks the records that rows change. They are judged once more behind the lock. */
  lock(tx: Tx, works: readonly Work[]): Promise<unknown>;
  /** Carries out new and changed rows in a few statements, and tells how many rows each part of them had. */
  apply(change: Change, deps: Deps, rows: SoundRows<Work>, wrote: Wrote, by: Editor): Promise<void>;
};

export type Wrote = (rows: number) => void;

export type SoundRows<Work> = { added: readonly Work[]; changed: readonly Work[] };

/** The embedded engine answers no one else of this process while it writes a part. */
const ROWS_A_PART = 250;

/** Carries out many works part by part. Between them the progress is told and requests of others are answered. */
export async function inParts<Work>(
  works: readonly Work[],
  wrote: Wrote,
  carryOut: (part: readonly Work[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < works.length; at += ROWS_A_PART) {
    const part = works.slice(at, at + ROWS_A_PART);
    await carryOut(part);
    wrote(part.length);
    await setImmediate();
  }
}

export function worksOf<Work>(rows: readonly PlannedRow<Work>[], fate: ImportRow["fate"]): Work[] {
  return rows.flatMap((row) => (row.fate === fate && row.work !== null ? [row.work] : []));
}
