import { setImmediate } from "node:timers/promises";
import type { ImportRow } from "#domain/csv/import-report.ts";
import type { Column, Program } from "#domain/csv/map-columns.ts";
import type { PlannedRow } from "#domain/csv/planned-row.ts";
import type { ReadTable, TableRow } from "#domain/csv/read-table.ts";
import type { Change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";

/** How CSV files of one noun are imported. */
export type ImportNoun<Name extends string, Data> = {
  columns: Readonly<Record<Name, Column>>;
  /** Programs whose exports are read by their own headers. */
  programs?: readonly Program<Name>[];
  /** How many people the rows could invite. */
  countPeople?(plannedRows: readonly Data[]): number;
  /** The cells of a row as they would be saved, where that is not what the file has. */
  savedCells?(data: Data): Partial<Record<Name, string>>;
  /**
   * Returns the function that plans each row in order. Reads the records in a few statements for any number of rows.
   */
  plan(reader: DbOrTx, table: ReadTable<Name>): Promise<(row: TableRow<Name>) => PlannedRow<Data>>;
  /** Locks the records that rows change. They are planned again behind the lock. */
  lock(tx: Tx, plannedRows: readonly Data[]): Promise<unknown>;
  /** Carries out new and changed rows in a few statements, and reports the rows of each batch. */
  apply(change: Change, deps: Deps, rows: SoundRows<Data>, onWritten: OnWritten, by: Editor): Promise<void>;
};

export type OnWritten = (rows: number) => void;

export type SoundRows<Data> = { added: readonly Data[]; changed: readonly Data[] };

/** The embedded engine answers no other request of this process while it writes a batch. */
const BATCH_SIZE = 250;

/** Carries out planned rows in batches. Between them it reports progress and other requests are answered. */
export async function inBatches<Data>(
  plannedRows: readonly Data[],
  onWritten: OnWritten,
  carryOut: (part: readonly Data[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < plannedRows.length; at += BATCH_SIZE) {
    const part = plannedRows.slice(at, at + BATCH_SIZE);
    await carryOut(part);
    onWritten(part.length);
    await setImmediate();
  }
}

export function dataOfRows<Data>(rows: readonly PlannedRow<Data>[], fate: ImportRow["fate"]): Data[] {
  return rows.flatMap((row) => (row.fate === fate && row.data !== null ? [row.data] : []));
}
