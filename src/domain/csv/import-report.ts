import { z } from "zod";

export const ROW_OUTCOMES = ["wrong", "new", "changed", "same"] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

export const MAX_ROWS = 100_000;
/** Of a request with a file, whose characters JSON may write with several bytes. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;

export const ImportFile = z.strictObject({
  csv: z.string(),
  /** A new id, which no one guesses, under which the progress can be read in the meantime. */
  progressId: z.string().min(32).max(64).optional(),
});
export const ImportRequest = ImportFile.extend({
  /** The digest of the report that was read. If the import would do something else by now, nothing is changed. */
  asChecked: z.string().optional(),
});
/** The path below which the progress of a check or an import is read by its id. */
export const IMPORT_PROGRESS = "/api/import-progress";
/** How far a check or an import is: rows of all. */
export type ImportProgress = { step: "checking" | "writing"; done: number; of: number };

/** A file for a spreadsheet, which an import of the same noun takes back. */
export const ExportedFile = z.strictObject({ csv: z.string() });

/** A row of an imported file, and what an import would do with it. */
export const ImportRow = z.strictObject({
  /** The line of the file on which the row begins. */
  line: z.int().min(1),
  fate: z.enum(ROW_OUTCOMES),
  name: z.string(),
  /** The column that makes the row wrong, if it is one, and the text of its cell. */
  column: z.string().nullable(),
  cell: z.string().nullable(),
  /** Why the row is wrong, or what it changes. */
  note: z.string().nullable(),
});
export type ImportRow = z.infer<typeof ImportRow>;

/** What an import of a file would do. A file with a wrong row is not imported at all. */
export const ImportReport = z.strictObject({
  rows: z.array(ImportRow),
  counts: z.strictObject({ wrong: z.int(), new: z.int(), changed: z.int(), same: z.int() }),
  /** Columns of the file that mean nothing to the portal. */
  ignored: z.array(z.string()),
  /** The number of rows above the one that names the columns, which are left out. */
  titleRows: z.int(),
  /** Whether the numbers of the file are read with a decimal comma. */
  hasDecimalComma: z.boolean(),
  /** How long changes of others wait while the rows are written; null: hardly. */
  othersWaitSeconds: z.int().nullable(),
  /** Stands for the fates of all rows; an import sends it back. */
  digest: z.string(),
});
export type ImportReport = z.infer<typeof ImportReport>;
export type ImportCounts = ImportReport["counts"];

/** What the embedded database writes in a second at least, on two cores with other work. */
const ROWS_A_SECOND = 1400;

/** The embedded database has one connection, which an import holds while it writes all rows. Others can still read. */
export function othersWait(
  database: "embedded" | "server",
  { new: added, changed }: ImportCounts,
): number | null {
  return database === "embedded" ? Math.ceil((added + changed) / ROWS_A_SECOND) : null;
}

export function countOutcomes(rows: readonly { fate: RowOutcome }[]): ImportCounts {
  const counts = { wrong: 0, new: 0, changed: 0, same: 0 };
  for (const { fate } of rows) counts[fate] += 1;
  return counts;
}
