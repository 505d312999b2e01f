import { setImmediate } from "node:timers/promises";
import type { ImportRow } from "#domain/csv/import-report.ts";
import type { PlannedRow } from "#domain/csv/planned-row.ts";
import type { Column, ReadTable, TableRow } from "#domain/csv/read-table.ts";
import type { Change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";

/** How CSV files of one noun are imported. */
export type ImportNoun<Name extends string, Work> = {
  columns: Readonly<Record<Name, Column>>;
  /**
   * Returns the function that plans each row in order. Reads the records in a few statements for any number of rows.
   */
  plan(reader: DbOrTx, table: ReadTable<Name>): Promise<(row: TableRow<Name>) => PlannedRow<Work>>;
  /** Locks the records that rows change. They are planned again behind the lock. */
  lock(tx: Tx, plannedRows: readonly Work[]): Promise<unknown>;
  /** Carries out new and changed rows in a few statements, and reports the rows of each batch. */
  apply(change: Change, deps: Deps, rows: SoundRows<Work>, onWritten: OnWritten, by: Editor): Promise<void>;
};

export type OnWritten = (rows: number) => void;

export type SoundRows<Work> = { added: readonly Work[]; changed: readonly Work[] };

/** The embedded engine answers no other request of this process while it writes a batch. */
const BATCH_SIZE = 250;

/** Carries out planned rows in batches. Between them it reports progress and other requests are answered. */
export async function inBatches<Work>(
  plannedRows: readonly Work[],
  onWritten: OnWritten,
  carryOut: (part: readonly Work[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < plannedRows.length; at += BATCH_SIZE) {
    const part = plannedRows.slice(at, at + BATCH_SIZE);
    await carryOut(part);
    onWritten(part.length);
    await setImmediate();
  }
}

export function worksOf<Work>(rows: readonly PlannedRow<Work>[], fate: ImportRow["fate"]): Work[] {
  return rows.flatMap((row) => (row.fate === fate && row.work !== null ? [row.work] : []));
}
