/** A semaphore: at most `limit` tasks run at once; the others wait in order. */
export function createSemaphore(limit: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Simultaneous calls share one answer, which is cached for a while. */
export function shareAnswers<Result>(find: () => Promise<Result>, cacheMs: number): () => Promise<Result> {
  let last: { until: number; found: Promise<Result> } | undefined;
  return () => {
    if (last && performance.now() <= last.until) return last.found;
    const latest = { until: Number.POSITIVE_INFINITY, found: find() };
    last = latest;
    const setEnd = (ms: number) => () => {
      latest.until = performance.now() + ms;
    };
    // A failure is not cached.
    latest.found.then(setEnd(cacheMs), setEnd(-1));
    return latest.found;
  };
}

/** One value for each portal of this process: tests have several, of which each has its own. */
export function perPortal<Parts extends { process: object }, Result>(
  create: (deps: Parts) => Result,
): (deps: Parts) => Result {
  const made = new WeakMap<object, Result>();
  return (deps) => {
    const known = made.get(deps.process);
    if (known !== undefined) return known;
    const created = create(deps);
    made.set(deps.process, created);
    return created;
  };
}

/** What work resolves with. Rejects if that takes longer; the work itself goes on. */
export async function withTimeout<Result>(work: Promise<Result>, withinMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("No answer in time")), withinMs).unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
