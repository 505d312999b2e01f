import { useEffect, useRef, useState } from "react";
import { explainFailure } from "#web/lib/call.ts";
import { showToast } from "../toasts.tsx";

type RowTask = {
  /** The progress as text; null while idle. */
  progress: string | null;
  start: (work: Work) => void;
  cancel: () => void;
};

type Work = {
  /** The first progress. */
  begins: string;
  /** The title of a failure: what was not done. */
  failure: string;
  run: (report: (progress: string) => void, signal: AbortSignal) => Promise<void>;
};

/** Work on all rows of a table, which may be read from the server first. A second one replaces the first. */
export function useRowTask(): RowTask {
  const [progress, setProgress] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start({ begins, failure, run }: Work) {
    running.current?.abort();
    const task = new AbortController();
    const { signal } = task;
    running.current = task;
    setProgress(begins);
    try {
      await run(setProgress, signal);
    } catch (error) {
      if (signal.aborted) return;
      showToast({ tone: "error", title: failure, text: explainFailure(error) });
    } finally {
      if (!signal.aborted) setProgress(null);
    }
  }

  return {
    progress,
    start: (work) => void start(work),
    cancel() {
      running.current?.abort();
      setProgress(null);
    },
  };
}
