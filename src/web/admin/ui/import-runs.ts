import { useSyncExternalStore } from "react";
import type { ImportCounts } from "#domain/csv/import-report.ts";
import { explainFailure } from "#web/lib/explain-failure.ts";
import { showToast } from "#web/ui/toasts.tsx";

/** An import that the server carries out, whichever screen is shown meanwhile. */
export type ImportRun = { fileName: string; rows: number; startedAt: number };

const runs = new Map<string, ImportRun>();
const listeners = new Set<() => void>();
const count = new Intl.NumberFormat("en-AU");

function set(noun: string, run: ImportRun | null): void {
  if (run) runs.set(noun, run);
  else runs.delete(noun);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The import of this noun that is running; null if none is. */
export function useImportRun(noun: string): ImportRun | null {
  return useSyncExternalStore(subscribe, () => runs.get(noun) ?? null);
}

/**
 * Starts an import, which goes on when its screen is left. Its end is told on every screen. Resolves with the failure to
 * show, or null.
 */
export async function startImport(
  noun: string,
  file: Pick<ImportRun, "fileName" | "rows">,
  load: () => Promise<ImportCounts>,
): Promise<string | null> {
  set(noun, { ...file, startedAt: Date.now() });
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
