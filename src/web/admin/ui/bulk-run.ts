import type { ComponentType } from "react";
import type { Call } from "#contract/call.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import { ApiError, isUnanswered } from "#web/lib/api-error.ts";
import { explainFailure } from "#web/lib/call.ts";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";

/** Something to do with several rows of a list: the call of one row, made for each. */
export type BulkAction<Row> = {
  label: string;
  who: Exclude<AdminRole, "viewer">;
  /** Left out: all rows can take it. */
  isFor?: (row: Row) => boolean;
  /** The question before it. */
  confirm?: (rows: readonly Row[]) => { title: string; text: string; tone?: "danger" };
  /** Asks for what the call needs as well, in place of the question. Its answer goes to `run`. */
  dialog?: ComponentType<BulkDialogProps<Row>>;
  run: (row: Row, answer: string) => Promise<unknown>;
  /** What a row is afterwards: "is archived". */
  done: string;
};

export type BulkDialogProps<Row> = {
  rows: readonly Row[];
  onAnswer: (answer: string) => void;
  onClose: () => void;
};

export type BulkList<Row> = {
  /** What the rows are: "documents". */
  label: string;
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  actions: readonly BulkAction<Row>[];
  /** Calls whose answers the actions change. */
  stale: readonly Call[];
  cardSlot?: DataTableColumn<Row>["cardSlot"];
};

/** What became of a row. A row that waits was not reached, or its answer was lost. */
export type BulkOutcome = { state: "waiting" | "done" | "refused"; text: string };

/** A reason of this screen not to carry out a row, in its own sentence. */
export class RowRefused extends Error {
  override name = "RowRefused";
}

export type BulkStop = { reason: string; left: number };

type BulkRun<Row> = {
  rows: readonly Row[];
  run: (row: Row) => Promise<unknown>;
  doneText: string;
  onOutcome: (row: Row, outcome: BulkOutcome) => void;
};

/**
 * Carries out one call for each row, one after the other, as if a person did it. A refusal is the row's own; if the
 * portal cannot be reached or asks to wait, the rest is left as it is. Returns why it stopped, or null.
 */
export async function runEach<Row>({
  rows,
  run,
  doneText,
  onOutcome,
}: BulkRun<Row>): Promise<BulkStop | null> {
  for (const [at, row] of rows.entries()) {
    try {
      await run(row);
      onOutcome(row, { state: "done", text: doneText });
    } catch (error) {
      if (!isOfRow(error)) return { reason: explainFailure(error), left: rows.length - at };
      const text = error instanceof RowRefused ? error.message : explainFailure(error);
      onOutcome(row, { state: "refused", text });
    }
  }
  return null;
}

/** Whether the server has judged this row, and the next one may be tried. */
function isOfRow(error: unknown): boolean {
  if (error instanceof RowRefused) return true;
  if (!(error instanceof ApiError) || isUnanswered(error)) return false;
  return error.status < 500 && ![401, 429].includes(error.status) && !isDemanded(error);
}

/** A step-up that the person cancelled is no refusal of the row. */
function isDemanded({ details }: ApiError): boolean {
  return details.reason === "step-up" || details.reason === "factor-required";
}
