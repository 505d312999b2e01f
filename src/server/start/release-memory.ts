const LOOK_MS = 2000;
/** The share of a processor that a quiet process uses. */
const QUIET = 0.1;
/** So many looks in a row, but for the first time: compiled code goes too, so a portal with pauses keeps it. */
const QUIET_LOOKS = 5;
/** Less is not worth that no one is answered for a moment. */
const WORTH_BYTES = 12 * 1024 * 1024;

/**
 * Gives back what a start, a load or a job has left behind once the process is quiet: by itself V8 waits until much
 * more is allocated, and keeps half-empty pages. Only where Node has --expose-gc (scripts/portal-options.json).
 */
export function releaseMemory(collect = globalThis.gc): { close(): void } {
  if (!collect) return { close: () => undefined };
  let retainedBytes = 0;
  let quiet = 0;
  let [used, at] = [process.cpuUsage(), Date.now()];
  const look = setInterval(() => {
    const { user, system } = process.cpuUsage(used);
    const share = (user + system) / 1000 / (Date.now() - at);
    [used, at] = [process.cpuUsage(), Date.now()];
    quiet = share > QUIET ? 0 : quiet + 1;
    if (quiet < (retainedBytes === 0 ? 1 : QUIET_LOOKS)) return;
    if (process.memoryUsage().heapTotal < retainedBytes + WORTH_BYTES) return;
    collect({ type: "major", flavor: "last-resort" });
    retainedBytes = process.memoryUsage().heapTotal;
  }, LOOK_MS);
  look.unref();
  return { close: () => clearInterval(look) };
}
