import { useContext, useEffect, useRef, useState } from "react";
import { useCached } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { type DataTableColumn, MayDownload } from "#web/ui/data-table/data-table-column.ts";
import { saveCsv } from "#web/ui/data-table/save-rows.ts";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import {
  type BulkAction,
  type BulkDialogProps,
  type BulkList,
  type BulkOutcome,
  type BulkStop,
  runEach,
} from "./bulk-run.ts";
import { FloatingBar } from "./floating-bar.tsx";

type BulkBarProps<Row> = BulkList<Row> & {
  columns: readonly DataTableColumn<Row>[];
  selected: ReadonlyMap<string, Row>;
  /** Chooses all rows of the page; null: they are chosen. */
  onChooseAll: (() => void) | null;
  onDeselect: (rows: readonly Row[]) => void;
  onClose: () => void;
};

/** An action with the rows that it was started for, and what became of each. */
type Run<Row> = {
  action: BulkAction<Row>;
  answer: string;
  rows: readonly Row[];
  outcomes: ReadonlyMap<string, BulkOutcome>;
  stop: BulkStop | null;
  isBusy: boolean;
};

/** What can be done with the chosen rows, and row by row what was done. */
export function BulkBar<Row>(props: BulkBarProps<Row>) {
  const { label, actions, columns, selected, idOf, nameOf, onChooseAll, onClose } = props;
  const mayDownload = useContext(MayDownload);
  const [asking, setAsking] = useState<BulkAction<Row> | null>(null);
  const { run, start, retry } = useBulkRun(props);
  const rows = [...selected.values()];
  const isBusy = run?.isBusy === true;
  const rowsOf = ({ isFor }: BulkAction<Row>) => (isFor ? rows.filter(isFor) : rows);
  const offered = actions.filter((action) => rowsOf(action).length > 0);

  return (
    <FloatingBar label={`Chosen ${label}`} className="space-y-3">
      {run ? <Outcomes run={run} idOf={idOf} nameOf={nameOf} onRetry={retry} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto px-1 font-medium">
          {isBusy ? `${run.outcomes.size} of ${run.rows.length} tried` : `${rows.length} chosen`}
        </p>
        {onChooseAll ? (
          <Button tone="quiet" disabled={isBusy} className="sm:hidden" onClick={onChooseAll}>
            Choose all
          </Button>
        ) : null}
        {offered.map((action) => {
          const count = rowsOf(action).length;
          return (
            <Button
              key={action.label}
              disabled={isBusy}
              onClick={() =>
                action.confirm || action.dialog ? setAsking(action) : void start(action, rowsOf(action), "")
              }
            >
              {count === rows.length ? action.label : `${action.label} (${count})`}
            </Button>
          );
        })}
        {mayDownload && rows.length > 0 && columns.length > 0 ? (
          <Button
            onClick={() =>
              saveCsv(
                label,
                rows,
                columns.filter((column) => !column.isControls),
              )
            }
          >
            Download CSV
          </Button>
        ) : null}
        <Button tone="quiet" disabled={isBusy} onClick={onClose}>
          {rows.length === 0 ? "Close" : "Clear"}
        </Button>
      </div>
      {asking ? (
        <Question
          action={asking}
          rows={rowsOf(asking)}
          onAnswer={(answer) => {
            void start(asking, rowsOf(asking), answer);
            setAsking(null);
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </FloatingBar>
  );
}

function useBulkRun<Row>({ idOf, stale, onDeselect }: BulkBarProps<Row>) {
  const cached = useCached();
  const [run, setRun] = useState<Run<Row> | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  async function carryOut(begun: Run<Row>, rows: readonly Row[]) {
    let now: Run<Row> = { ...begun, stop: null, isBusy: true };
    const show = (next: Partial<Run<Row>>) => {
      now = { ...now, ...next };
      if (isShown.current) setRun(now);
    };
    show({});
    const stop = await runEach({
      rows,
      run: (row) => begun.action.run(row, begun.answer),
      doneText: begun.action.done,
      onOutcome(row, outcome) {
        show({ outcomes: new Map(now.outcomes).set(idOf(row), outcome) });
        // A refused row is chosen again from the list as it is now.
        if (isShown.current) onDeselect([row]);
      },
    });
    await Promise.all(stale.map((call) => cached.refetch(call)));
    show({ stop, isBusy: false });
  }

  return {
    run,
    start: (action: BulkAction<Row>, rows: readonly Row[], answer: string) =>
      carryOut({ action, answer, rows, outcomes: new Map(), stop: null, isBusy: true }, rows),
    retry: () => {
      if (run)
        void carryOut(
          run,
          run.rows.filter((row) => !run.outcomes.has(idOf(row))),
        );
    },
  };
}

type OutcomesProps<Row> = Pick<BulkList<Row>, "idOf" | "nameOf"> & { run: Run<Row>; onRetry: () => void };

function Outcomes<Row>({ run, idOf, nameOf, onRetry }: OutcomesProps<Row>) {
  const { rows, outcomes, stop, isBusy } = run;
  const states = [...outcomes.values()].map(({ state }) => state);
  const done = states.filter((state) => state === "done").length;
  const title = isBusy
    ? `${run.action.label}: ${outcomes.size} of ${rows.length}`
    : `${done} of ${rows.length} done${stop ? `, ${stop.left} not tried yet` : ""}`;
  const hasFailed = !isBusy && done < rows.length;
  return (
    <Notice
      tone={hasFailed ? "error" : "info"}
      title={title}
      action={stop && !isBusy ? <Button onClick={onRetry}>Try the rest again</Button> : null}
    >
      {isBusy ? (
        <progress
          aria-label={run.action.label}
          className="my-2 block h-1.5 w-full accent-brand"
          value={outcomes.size}
          max={rows.length}
        />
      ) : null}
      {stop && !isBusy ? <p>{stop.reason}</p> : null}
      <ul className="max-h-40 overflow-y-auto">
        {rows.map((row) => {
          const text = outcomes.get(idOf(row))?.text ?? (isBusy ? null : "not tried yet");
          return text === null ? null : (
            <li key={idOf(row)} dir="auto">
              {nameOf(row)}: {text}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

type QuestionProps<Row> = BulkDialogProps<Row> & { action: BulkAction<Row> };

function Question<Row>({ action, ...asked }: QuestionProps<Row>) {
  const { label, dialog: Dialog, confirm } = action;
  if (Dialog) return <Dialog {...asked} />;
  const question = confirm?.(asked.rows);
  if (!question) return null;
  const { title, text, tone = "primary" } = question;
  return (
    <ConfirmDialog
      title={title}
      description={text}
      tone={tone}
      action={label}
      onSubmit={async () => asked.onAnswer("")}
      onClose={asked.onClose}
    />
  );
}
