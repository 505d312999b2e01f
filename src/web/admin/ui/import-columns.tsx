import type { ImportPreview, ImportReport } from "#domain/csv/import-report.ts";
import { SelectInput } from "#web/ui/select-input.tsx";

type ImportColumnsProps = {
  report: Pick<ImportReport, "columns" | "fields" | "program" | "missing">;
  /** What each column fills by the latest choice, which may not be checked yet. */
  fields: readonly (string | null)[];
  isDisabled: boolean;
  /** Called with what each column of the file fills. */
  onChoose: (columns: (string | null)[]) => void;
};

/** Which column of the file fills which of the portal's. */
export function ImportColumns({ report, fields, isDisabled, onChoose }: ImportColumnsProps) {
  const { columns, program, missing } = report;
  const used = fields.filter((field) => field !== null).length;
  const choose = (place: number, field: string) =>
    onChoose(fields.map((now, at) => (at === place ? field || null : now)));
  return (
    <details open={missing.length > 0} className="rounded-lg border border-line bg-surface">
      <summary className="cursor-pointer px-4 py-3 font-medium">
        Columns: {used} of {columns.length} are imported{program ? `, read as an export of ${program}` : ""}
      </summary>
      <ul className="divide-y divide-line border-line border-t">
        {columns.map(({ header, sample }, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one header, and none moves.
            key={place}
            className="grid gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[1fr_15rem] sm:items-center"
          >
            <p className="wrap-anywhere min-w-0">
              <bdi className="font-medium">{header || `Column ${place + 1}`}</bdi>
              {sample ? <bdi className="block text-ink-soft text-sm">{sample}</bdi> : null}
            </p>
            <SelectInput
              aria-label={`What ${header || `column ${place + 1}`} fills`}
              value={fields[place] ?? ""}
              disabled={isDisabled}
              onChange={(event) => choose(place, event.currentTarget.value)}
            >
              <option value="">Not imported</option>
              {report.fields.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </SelectInput>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The first rows as they would be saved, each value under its column. */
export function ImportPreviewRows({ columns, rows }: ImportPreview) {
  if (rows.length === 0) return null;
  return (
    <section aria-label="First rows as they will be saved" className="space-y-2">
      <h3 className="font-medium">First rows as they will be saved</h3>
      <div className="divide-y divide-line rounded-lg border border-line bg-surface">
        {rows.map(({ line, cells, wrongColumn }) => (
          <div key={line} className="gap-x-4 px-4 py-3 sm:flex">
            <p className="w-16 shrink-0 text-ink-soft text-sm tabular-nums">Line {line}</p>
            <dl className="grid min-w-0 grow grid-cols-2 gap-x-4 gap-y-1 text-sm md:grid-cols-3 xl:grid-cols-4">
              {columns.map((column, place) =>
                cells[place] ? (
                  <div key={column} className="min-w-0">
                    <dt className="text-ink-soft">{column}</dt>
                    <dd
                      className={
                        column === wrongColumn ? "wrap-anywhere font-semibold text-red-ink" : "wrap-anywhere"
                      }
                    >
                      <bdi>{cells[place]}</bdi>
                      {column === wrongColumn ? " (wrong)" : null}
                    </dd>
                  </div>
                ) : null,
              )}
            </dl>
          </div>
        ))}
      </div>
    </section>
  );
}
