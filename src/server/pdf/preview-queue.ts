import { AppError } from "../app-error.ts";
import type { IsAwaited } from "../deps.ts";

export type PreviewQueue = <Result>(
  key: string,
  isAwaited: IsAwaited,
  task: () => Promise<Result>,
) => Promise<Result>;

type Waiting = {
  task: () => Promise<unknown>;
  awaited: IsAwaited[];
  begin: () => void;
  outcome: Promise<unknown>;
};

/**
 * Runs one task at a time. Of waiting tasks with one key only the newest runs and answers all; a task that is no longer
 * awaited is skipped. Throws AppError "unavailable" when `maxWaiting` keys wait.
 */
export function createPreviewQueue(maxWaiting: number): PreviewQueue {
  const queue = new Map<string, Waiting>();
  let isRunning = false;

  function goOn(): void {
    const [next] = queue;
    isRunning = next !== undefined;
    if (!next) return;
    queue.delete(next[0]);
    next[1].begin();
  }

  async function run({ task, awaited }: Pick<Waiting, "task" | "awaited">): Promise<unknown> {
    try {
      if (!awaited.some((isAwaited) => isAwaited())) throw isNotAwaited();
      return await task();
    } finally {
      goOn();
    }
  }

  function wait(task: () => Promise<unknown>, isAwaited: IsAwaited): Waiting {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting: Waiting = {
      task,
      awaited: [isAwaited],
      begin: resolve,
      outcome: promise.then(() => run(waiting)),
    };
    return waiting;
  }

  return (async (key: string, isAwaited: IsAwaited, task: () => Promise<unknown>) => {
    if (!isRunning) {
      isRunning = true;
      return run({ task, awaited: [isAwaited] });
    }
    const same = queue.get(key);
    if (same) {
      same.task = task;
      same.awaited.push(isAwaited);
      return same.outcome;
    }
    if (queue.size >= maxWaiting) throw tooMany();
    const waiting = wait(task, isAwaited);
    queue.set(key, waiting);
    return waiting.outcome;
  }) as PreviewQueue;
}

function tooMany(): AppError {
  return new AppError(
    "unavailable",
    "Many previews are being printed at the moment. Please try again in a few seconds.",
    { reason: "busy", retryAfterSeconds: 5 },
  );
}

/** No one reads it. */
function isNotAwaited(): AppError {
  return new AppError("unavailable", "This preview is no longer requested.", { reason: "left" });
}
