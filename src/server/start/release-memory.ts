const CHECK_MS = 2000;
/** The share of a processor that an idle process uses. */
const IDLE_SHARE = 0.1;
/** So many idle checks in a row, except the first time: a collection also drops compiled code. */
const IDLE_CHECKS = 5;
/** A collection stops all answers for a moment, so less is not worth it. */
const MIN_GARBAGE_BYTES = 12 * 1024 * 1024;

/**
 * Releases memory once the process is idle after a start, a load or a job: V8 alone waits until much more is allocated.
 * Only where Node has --expose-gc (scripts/portal-options.json).
 */
export function releaseMemory(collect = globalThis.gc): { close(): void } {
  if (!collect) return { close: () => undefined };
  let retainedBytes = 0;
  let idleChecks = 0;
  let [used, at] = [process.cpuUsage(), Date.now()];
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(used);
    const share = (user + system) / 1000 / (Date.now() - at);
    [used, at] = [process.cpuUsage(), Date.now()];
    idleChecks = share > IDLE_SHARE ? 0 : idleChecks + 1;
    if (idleChecks < (retainedBytes === 0 ? 1 : IDLE_CHECKS)) return;
    if (process.memoryUsage().heapTotal < retainedBytes + MIN_GARBAGE_BYTES) return;
    collect({ type: "major", flavor: "last-resort" });
    retainedBytes = process.memoryUsage().heapTotal;
  }, CHECK_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
