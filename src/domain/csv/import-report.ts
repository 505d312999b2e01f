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
  /** What each column of the file fills, in order; null: nothing. Without it the headers decide. */
  columns: z.array(z.string().max(80).nullable()).max(1000).optional(),
});
/** A file of organizations, which may name people of theirs. */
const withInvites = {
  /** Whether the people of the file are invited, to read. */
  invites: z.boolean().optional(),
};
export const OrganizationImportFile = ImportFile.extend(withInvites);
export const ImportRequest = ImportFile.extend({
  /** The digest of the report that was read. If the import would do something else by now, nothing is changed. */
  asChecked: z.string().optional(),
});
export const OrganizationImportRequest = ImportRequest.extend(withInvites);
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

/** A column of a file, and the portal's column that it fills. */
export const ImportColumn = z.strictObject({
  header: z.string(),
  field: z.string().nullable(),
  /** The first text of the column, perhaps shortened. */
  sample: z.string(),
});
export type ImportColumn = z.infer<typeof ImportColumn>;

/** The first rows of a file as they would be saved. */
export const ImportPreview = z.strictObject({
  columns: z.array(z.string()),
  rows: z.array(
    z.strictObject({
      line: z.int().min(1),
      cells: z.array(z.string()),
      /** The column that makes the row wrong, if it is one of them. */
      wrongColumn: z.string().nullable(),
    }),
  ),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

export const MAX_PREVIEW_ROWS = 10;

/** What an import of a file would do. A file with a wrong row is not imported at all. */
export const ImportReport = z.strictObject({
  rows: z.array(ImportRow),
  counts: z.strictObject({ wrong: z.int(), new: z.int(), changed: z.int(), same: z.int() }),
  columns: z.array(ImportColumn),
  /** The portal's columns, one of which each column of the file may fill. */
  fields: z.array(z.string()),
  /** The program whose export the file seems to be. */
  program: z.string().nullable(),
  /** Needed columns that no column of the file fills. Without them no row is judged. */
  missing: z.array(z.string()),
  preview: ImportPreview,
  /** How many people the file could invite; null: it is no file of people to invite. */
  people: z.int().nullable(),
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
