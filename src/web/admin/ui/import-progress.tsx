import { type ReactNode, useEffect, useState } from "react";
import {
  IMPORT_PROGRESS,
  type ImportCounts,
  type ImportProgress as Progress,
} from "#domain/csv/import-report.ts";
import { explainFailure } from "#web/lib/call.ts";
import { randomKey } from "#web/lib/idempotency-keys.ts";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { Observable, useObserved } from "./listeners.ts";

const count = new Intl.NumberFormat("en-AU");
const POLL_INTERVAL_MS = 500;
const STEP_LABELS = { checking: "checked", writing: "written" } satisfies Record<Progress["step"], string>;

type ImportProgressProps = { run: ImportRun; title: string; children: ReactNode };

/** How far the check or the import of a file is, and since when it runs. */
export function ImportProgress({ run, title, children }: ImportProgressProps) {
  const { fileName, progressId, startedAt } = run;
  const { progress, now } = useProgress(progressId);
  const seconds = Math.max(0, Math.round((now - startedAt) / 1000));
  return (
    <Notice tone="info" title={`${title} ${fileName}`}>
      <span className="block tabular-nums">
        {progress
          ? `${count.format(progress.done)} of ${count.format(progress.of)} rows ${STEP_LABELS[progress.step]}`
          : "Reading the file"}{" "}
        ({seconds} {seconds === 1 ? "second" : "seconds"}).
      </span>
      <progress
        aria-label={title}
        className="my-3 block h-1.5 w-full accent-brand"
        {...(progress && progress.of > 0 && { value: progress.done, max: progress.of })}
      />
      {children}
    </Notice>
  );
}

/** Polls the progress. A failed poll is ignored, because the check or the import itself reports its end. */
function useProgress(progressId: string): { progress: Progress | null; now: number } {
  const [latest, setLatest] = useState({ progress: null as Progress | null, now: Date.now() });
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    let timer: ReturnType<typeof setTimeout>;
    const poll = async () => {
      const answer = await read(progressId, signal).catch(() => null);
      if (signal.aborted) return;
      // Between two steps no progress is reported, and the last answer stays.
      setLatest(({ progress }) => ({ progress: answer ?? progress, now: Date.now() }));
      timer = setTimeout(() => void poll(), POLL_INTERVAL_MS);
    };
    void poll();
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [progressId]);
  return latest;
}

async function read(progressId: string, signal: AbortSignal): Promise<Progress | null> {
  const response = await fetch(`${IMPORT_PROGRESS}/${progressId}`, { signal });
  return ((await response.json()) as { data: Progress | null }).data;
}

/** A check or an import that the server carries out, and the id by which its progress is read. */
export type ImportRun = { fileName: string; progressId: string; startedAt: number };

export function beginRun(fileName: string, progressId = randomKey()): ImportRun {
  return { fileName, progressId, startedAt: Date.now() };
}

const runs = new Map<string, ImportRun>();
const changes = new Observable();

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
    showToast({ tone: "error", title: `The ${noun} weren't imported`, text: failure });
    return failure;
  } finally {
    set(noun, null);
  }
}
