import type { ImportCounts } from "#domain/csv/import-report.ts";
import { explainFailure } from "#web/lib/call.ts";
import { randomKey } from "#web/lib/idempotency-keys.ts";
import { showToast } from "#web/ui/toasts.tsx";
import { Observable, useObserved } from "./listeners.ts";

/** A check or an import that the server carries out, and the id by which its progress is read. */
export type ImportRun = { fileName: string; progressId: string; startedAt: number };

export function beginRun(fileName: string, progressId = randomKey()): ImportRun {
  return { fileName, progressId, startedAt: Date.now() };
}

const runs = new Map<string, ImportRun>();
const changes = new Observable();
const count = new Intl.NumberFormat("en-AU");

function set(noun: string, run: ImportRun | null): void {
  if (run) runs.set(noun, run);
  else runs.delete(noun);
  changes.publish();
}

/** The import of this noun that is running; null if none is. */
export function useImportRun(noun: string): ImportRun | null {
  return useObserved(changes, () => runs.get(noun) ?? null);
}

/** Starts an import, whose end a toast reports on any screen. Resolves with the failure to show, or null. */
export async function startImport(
  noun: string,
  run: ImportRun,
  load: () => Promise<ImportCounts>,
): Promise<string | null> {
  set(noun, run);
  try {
    const { new: added, changed } = await load();
    showToast({
      title: `${noun[0]?.toUpperCase()}${noun.slice(1)} imported`,
      text: `${count.format(added)} new, ${count.format(changed)} changed`,
    });
    return null;
  } catch (error) {
    const failure = explainFailure(error);
    showToast({ tone: "error", title: `The ${noun} were not imported`, text: failure });
    return failure;
  } finally {
    set(noun, null);
  }
}
