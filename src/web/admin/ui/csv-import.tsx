import { type ReactNode, useMemo, useRef, useState } from "react";
import type { ImportCounts, ImportReport, ImportRow, RowOutcome } from "#domain/csv/import-report.ts";
import { explainFailure } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { ENCODING_NAMES, type Encoding } from "./guess-encoding.ts";
import { ImportColumns, ImportPreviewRows } from "./import-columns.tsx";
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
    header: "Outcome",
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

type InviteChoice = (
  people: number,
  choice: { isChosen: boolean; onChoose: (isChosen: boolean) => void },
) => ReactNode;

export type CsvImportProps = {
  /** What the rows are: "products". Names the running import. */
  noun: string;
  /** What one row is: "product". */
  one: string;
  /** What a file has to look like. */
  children: ReactNode;
  check: (file: SentFile) => Promise<ImportReport>;
  /** Imports a file as it was checked. */
  load: (file: SentFile & { asChecked: string }) => Promise<ImportCounts>;
  /** The choice to invite the people of a file, with their number. */
  inviteChoice?: InviteChoice | undefined;
  /** Called when the rows are in, and the screen has not been left. */
  onLoaded: () => void;
};

/** How a person wants a file to be read. Without columns the headers decide. */
type Choices = { columns?: (string | null)[]; invites?: boolean };
export type SentFile = Choices & { csv: string; progressId: string };

/** `progressId` is of the import, so that a repeated request is the same. */
type Checked = {
  file: File;
  read: TextFile;
  choices: Choices;
  report: ImportReport;
  progressId: string;
};

/** Shorter waits are not mentioned. */
const MIN_MENTIONED_SECONDS = 5;

const count = new Intl.NumberFormat("en-AU");

/** Imports a CSV file in two steps: first what each row would do, then all of them or none. */
export function CsvImport({ noun, one, children, check, load, inviteChoice, onLoaded }: CsvImportProps) {
  const file = useRef<HTMLInputElement>(null);
  const [checking, setChecking] = useState<ImportRun | null>(null);
  const run = useImportRun(noun);
  const [failure, setFailure] = useState<string | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);

  const section = useRef<HTMLDivElement>(null);
  /** The check that was begun last. Answers of earlier ones are ignored. */
  const latest = useRef("");

  async function checkFile(chosen: File, encoding: Encoding | null = null) {
    setChecked(null);
    await checkText(chosen, () => readTextFile(chosen, encoding), {});
  }

  /** The earlier report stays until there is the new one, so that the choice that was made keeps the focus. */
  async function checkText(chosen: File, readFile: () => Promise<TextFile>, choices: Choices) {
    const begun = beginRun(chosen.name);
    latest.current = begun.progressId;
    const isLatest = () => latest.current === begun.progressId;
    setChecking(begun);
    setFailure(null);
    try {
      const read = await readFile();
      const report = await check({ csv: read.text, ...choices, progressId: begun.progressId });
      const { progressId } = beginRun(chosen.name);
      if (isLatest()) setChecked({ file: chosen, read, choices, report, progressId });
    } catch (error) {
      if (isLatest()) setFailure(error instanceof UnreadableFile ? error.message : explainFailure(error));
    } finally {
      if (isLatest()) setChecking(null);
    }
  }

  /** Shows a choice at once, and then what the file would do with it. */
  async function choose(now: Checked, choices: Choices) {
    const chosen = { ...now.choices, ...choices };
    setChecked({ ...now, choices: chosen });
    await checkText(now.file, async () => now.read, chosen);
  }

  async function loadFile({ file: { name }, read, choices, report, progressId }: Checked) {
    setFailure(null);
    const body = { csv: read.text, ...choices, asChecked: report.digest, progressId };
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
          You can go to other screens: we'll let you know when the {noun} are in. All rows are imported, or
          none.
        </ImportProgress>
      ) : null}
      {checked ? (
        <CheckedFile
          noun={noun}
          one={one}
          checked={checked}
          isBusy={run !== null}
          isChecking={checking !== null}
          inviteChoice={inviteChoice}
          onLoad={() => void loadFile(checked)}
          onChooseEncoding={(encoding) => void checkFile(checked.file, encoding)}
          onChoose={(choices) => void choose(checked, choices)}
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
  isChecking: boolean;
  onLoad: () => void;
  onChooseEncoding: (encoding: Encoding) => void;
  onChoose: (choices: Choices) => void;
} & Pick<CsvImportProps, "inviteChoice">;

function CheckedFile(props: CheckedFileProps) {
  const { noun, one, checked, isBusy, isChecking, inviteChoice, onLoad, onChooseEncoding, onChoose } = props;
  const { file, read, report, choices } = checked;
  const { counts, rows, people } = report;
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
      <ImportColumns
        report={report}
        fields={choices.columns ?? report.columns.map(({ field }) => field)}
        isDisabled={isBusy}
        onChoose={(columns) => onChoose({ columns })}
      />
      <ImportPreviewRows {...report.preview} />
      {people
        ? inviteChoice?.(people, {
            isChosen: choices.invites === true,
            onChoose: (invites) => onChoose({ invites }),
          })
        : null}
      <Notice
        tone={counts.wrong > 0 || report.missing.length > 0 ? "error" : "info"}
        title={verdictOf(report)}
        action={
          counts.wrong === 0 && changes > 0 ? (
            <Button tone="primary" isBusy={isBusy} disabled={isChecking} onClick={onLoad}>
              Import {count.format(changes)}{" "}
              {people === null ? (changes === 1 ? one : noun) : changes === 1 ? "row" : "rows"}
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

function verdictOf({ missing, counts: { wrong, new: added, changed } }: ImportReport): string {
  if (missing.length > 0) return `Please choose above which column fills: ${missing.join(", ")}`;
  if (wrong > 0) return "Wrong rows must be corrected first. Nothing has been imported.";
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
    <Notice tone="warning" title="Does this text look right?">
      <ul className="my-2 space-y-0.5 text-ink">
        {samples.map((sample) => (
          <li key={sample} className="wrap-anywhere">
            <bdi>{sample}</bdi>
          </li>
        ))}
      </ul>
      <p className="mb-3">
        This file doesn't name its encoding, so it was guessed. If the text looks wrong, choose another
        encoding, or save the file as CSV UTF-8.
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
