import { type ReactNode, useMemo, useRef, useState } from "react";
import type { ImportCounts, ImportReport, ImportRow, RowOutcome } from "#domain/csv/import-report.ts";
import { explainFailure } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { ENCODING_NAMES, type Encoding } from "./guess-encoding.ts";
import { beginRun, ImportProgress, type ImportRun, startImport, useImportRun } from "./import-progress.tsx";
import { readTextFile, type TextFile, UnreadableFile } from "./read-text-file.ts";

const OUTCOME_LABELS = {
  wrong: "Wrong",
  new: "New",
  changed: "Changed",
  same: "Same",
} satisfies Record<RowOutcome, string>;

const ORDER = { wrong: 0, changed: 1, new: 2, same: 3 } satisfies Record<RowOutcome, number>;

const COLUMNS: DataTableColumn<ImportRow>[] = [
  { id: "line", header: "Line", text: (row) => row.line, sortKey: (row) => row.line, cardSlot: "number" },
  { id: "name", header: "Name", text: (row) => row.name, isWide: true, cardSlot: "title" },
  {
    id: "fate",
    header: "Fate",
    text: (row) => OUTCOME_LABELS[row.fate],
    choices: { of: (row) => row.fate, labels: OUTCOME_LABELS },
    cardSlot: "corner",
  },
  { id: "column", header: "Column", text: (row) => row.column, isExtra: true },
  {
    id: "note",
    header: "What happens",
    text: ({ cell, note }) => (cell === null ? note : `“${cell}”: ${note ?? ""}`),
  },
];

export type CsvImportProps = {
  /** What the rows are: "products". Names the running import. */
  noun: string;
  /** What one row is: "product". */
  one: string;
  /** What a file has to look like. */
  children: ReactNode;
  check: (file: { csv: string; progressId: string }) => Promise<ImportReport>;
  /** Imports a file as it was checked. */
  load: (file: { csv: string; asChecked: string; progressId: string }) => Promise<ImportCounts>;
  /** Called when the rows are in, and the screen has not been left. */
  onLoaded: () => void;
};

/** `progressId` is of the import, so that a repeated request is the same. */
type Checked = { file: File; read: TextFile; report: ImportReport; progressId: string };

/** Shorter waits are not mentioned. */
const MIN_MENTIONED_SECONDS = 5;

const count = new Intl.NumberFormat("en-AU");

/** Imports a CSV file in two steps: first what each row would do, then all of them or none. */
export function CsvImport({ noun, one, children, check, load, onLoaded }: CsvImportProps) {
  const file = useRef<HTMLInputElement>(null);
  const [checking, setChecking] = useState<ImportRun | null>(null);
  const run = useImportRun(noun);
  const [failure, setFailure] = useState<string | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);

  const section = useRef<HTMLDivElement>(null);

  async function checkFile(chosen: File, encoding: Encoding | null = null) {
    const begun = beginRun(chosen.name);
    setChecking(begun);
    setFailure(null);
    setChecked(null);
    try {
      const read = await readTextFile(chosen, encoding);
      const report = await check({ csv: read.text, progressId: begun.progressId });
      setChecked({ file: chosen, read, report, progressId: beginRun(chosen.name).progressId });
    } catch (error) {
      setFailure(error instanceof UnreadableFile ? error.message : explainFailure(error));
    } finally {
      setChecking(null);
    }
  }

  async function loadFile({ file: { name }, read, report, progressId }: Checked) {
    setFailure(null);
    const body = { csv: read.text, asChecked: report.digest, progressId };
    const failed = await startImport(noun, beginRun(name, progressId), () => load(body));
    setFailure(failed);
    if (failed === null && section.current) onLoaded();
  }

  return (
    <div ref={section} className="space-y-6">
      <div className="space-y-3">
        {children}
        <input
          ref={file}
          type="file"
          accept=".csv,.txt,text/csv"
          aria-label="CSV file"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) void checkFile(chosen);
            event.target.value = "";
          }}
        />
        <Button
          tone={checked ? "secondary" : "primary"}
          isBusy={checking !== null}
          disabled={run !== null}
          onClick={() => file.current?.click()}
        >
          {checked ? "Choose another file" : "Choose a CSV file"}
        </Button>
        <p className="text-ink-faint text-sm">
          The file is checked first. Nothing changes until you import it.
        </p>
      </div>
      {failure ? (
        <Notice tone="error" title="Nothing was imported">
          {failure}
        </Notice>
      ) : null}
      {checking ? (
        <ImportProgress key={checking.progressId} run={checking} title="Checking">
          Nothing is changed yet.
        </ImportProgress>
      ) : null}
      {run ? (
        <ImportProgress key={run.progressId} run={run} title="Importing">
          You can go to other screens: we tell you when the {noun} are in. All rows are imported, or none.
        </ImportProgress>
      ) : null}
      {checked ? (
        <CheckedFile
          key={checked.report.digest}
          noun={noun}
          one={one}
          checked={checked}
          isBusy={run !== null}
          onLoad={() => void loadFile(checked)}
          onChooseEncoding={(encoding) => void checkFile(checked.file, encoding)}
        />
      ) : null}
    </div>
  );
}

type CheckedFileProps = {
  noun: string;
  one: string;
  checked: Checked;
  isBusy: boolean;
  onLoad: () => void;
  onChooseEncoding: (encoding: Encoding) => void;
};

function CheckedFile({ noun, one, checked, isBusy, onLoad, onChooseEncoding }: CheckedFileProps) {
  const { file, read, report } = checked;
  const { counts, rows } = report;
  const changes = counts.new + counts.changed;
  const ordered = useMemo(
    () => rows.toSorted((a, b) => ORDER[a.fate] - ORDER[b.fate] || a.line - b.line),
    [rows],
  );
  return (
    <section aria-labelledby="checked" className="space-y-4">
      <h2 id="checked" className="font-semibold text-lg">
        <bdi>{file.name}</bdi>
      </h2>
      {read.encoding ? (
        <EncodingChoice
          encoding={read.encoding}
          samples={read.samples}
          isDisabled={isBusy}
          onChoose={onChooseEncoding}
        />
      ) : null}
      <Notice
        tone={counts.wrong > 0 ? "error" : "info"}
        title={verdictOf(counts)}
        action={
          counts.wrong === 0 && changes > 0 ? (
            <Button tone="primary" isBusy={isBusy} onClick={onLoad}>
              Import {count.format(changes)} {changes === 1 ? one : noun}
            </Button>
          ) : null
        }
      >
        {count.format(counts.new)} new, {count.format(counts.changed)} changed, {count.format(counts.same)}{" "}
        the same, {count.format(counts.wrong)} wrong.
        {describeWait(report)}
        {describeReading(report)}
      </Notice>
      <DataTable
        label={`Rows of ${file.name}`}
        data={ordered}
        columns={COLUMNS}
        getRowId={(row) => String(row.line)}
        enablePagination
        usualOrder="Wrong rows first"
        addressPrefix="row"
        emptyHint="The file names its columns and has no rows."
      />
    </section>
  );
}

/** How long other people may wait during the import, if they notice it. */
function describeWait({ counts, othersWaitSeconds: seconds }: ImportReport): string {
  if (counts.wrong > 0 || seconds === null || seconds < MIN_MENTIONED_SECONDS) return "";
  const span = seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return ` While the rows are written, other people can read. Their changes and sign-ins may wait up to about ${span}.`;
}

/** What of the file was left out, and how its numbers were read. */
function describeReading({ ignored, titleRows, hasDecimalComma }: ImportReport): string {
  const above =
    titleRows === 1 ? "The row above the column names was" : `${titleRows} rows above the column names were`;
  return [
    hasDecimalComma ? " Numbers are read with a decimal comma: 0,125 is 0.125 and 1.250 is 1250." : "",
    titleRows > 0 ? ` ${above} left out.` : "",
    ignored.length > 0 ? ` These columns were ignored: ${ignored.join(", ")}.` : "",
  ].join("");
}

function verdictOf({ wrong, new: added, changed }: ImportCounts): string {
  if (wrong > 0) return "Wrong rows must be mended first. Nothing has been imported.";
  return added + changed === 0 ? "This file changes nothing." : "This file can be imported.";
}

type EncodingChoiceProps = {
  encoding: Encoding;
  samples: readonly string[];
  isDisabled: boolean;
  onChoose: (encoding: Encoding) => void;
};

/** Shows the guessed encoding of a file, and reads the file again in the encoding that the person selects. */
function EncodingChoice({ encoding, samples, isDisabled, onChoose }: EncodingChoiceProps) {
  return (
    <Notice tone="warning" title="Are these texts right?">
      <ul className="my-2 space-y-0.5 text-ink">
        {samples.map((sample) => (
          <li key={sample} className="wrap-anywhere">
            <bdi>{sample}</bdi>
          </li>
        ))}
      </ul>
      <p className="mb-3">
        This file does not name its encoding, so it was guessed. If a text is wrong, choose another one, or
        save the file as CSV UTF-8.
      </p>
      <div className="max-w-xs">
        <SelectField
          label="Encoding"
          value={encoding}
          disabled={isDisabled}
          onChange={(event) => onChoose(event.currentTarget.value as Encoding)}
        >
          {Object.entries(ENCODING_NAMES).map(([label, name]) => (
            <option key={label} value={label}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </Notice>
  );
}
