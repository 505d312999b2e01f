import type { z } from "zod";
import type { ImportRow } from "./import-report.ts";

/** A row with its outcome. `data` is what an import needs to carry it out; null for a wrong row. */
export type PlannedRow<Data> = Omit<ImportRow, "cell"> & { data: Data | null };

export type Wrong = { note: string; column?: string };

type RowLabel = Pick<ImportRow, "line" | "name">;

export function wrongRow({ line, name }: RowLabel, { note, column }: Wrong) {
  return { line, name, fate: "wrong" as const, column: column ?? null, note, data: null };
}

/** A sound row: it adds a record, changes one, or finds it as it wants it. */
export function soundRow<Data>(
  { line, name }: RowLabel,
  data: Data,
  isNew: boolean,
  changes: readonly string[],
): PlannedRow<Data> {
  const fate = isNew ? "new" : changes.length > 0 ? "changed" : "same";
  return { line, name, fate, column: null, note: changes.join(", ") || null, data };
}

/** What is wrong with cells that a schema refuses: each first sentence, and the column of the first. */
export function wrongCells(error: z.ZodError, columnOf: Readonly<Record<string, string>>): Wrong {
  const firstOf = [...Map.groupBy(error.issues, ({ path }) => path[0]).entries()];
  const column = columnOf[String(firstOf[0]?.[0])];
  const note = firstOf.map(([, [issue]]) => issue?.message).join(". ");
  return column === undefined ? { note } : { note, column };
}

/** Remembers the line of each record that a file names, because a file names each once. */
export function namedOnce(): (key: string, line: number) => number | null {
  const lineOf = new Map<string, number>();
  return (key, line) => {
    const first = lineOf.get(key);
    if (first === undefined) lineOf.set(key, line);
    return first ?? null;
  };
}
