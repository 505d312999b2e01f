const FIRST_WAIT_MS = 1000;

/** The pause after this many failures in a row: doubling, up to `longestMs`. */
export function backoff(failures: number, longestMs: number): number {
  return Math.min(longestMs, FIRST_WAIT_MS * 2 ** Math.min(failures, 10));
}

/** Resolves after `ms`, or at once if the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(resolve, ms);
    const wake = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener("abort", wake, { once: true });
  });
}
