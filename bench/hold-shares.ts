// Gives each of these processes a fixed share of a core, as a smaller machine would: `hold-shares.ts 0.1 <process> …`. It
// stops a process that has used up its share and lets it go on when there is some again, until its input ends.
import { threadsMs } from "./processor-time.ts";

const LOOK_EVERY_MS = 5;
/** What was not used is kept for so long. */
const KEPT_MS = 100;

const [share = 1, ...processes] = process.argv.slice(2).map(Number);
const held = processes.map((id) => ({ id, left: 0, used: threadsMs(id), isStopped: false }));
let last = performance.now();

const looking = setInterval(() => {
  const now = performance.now();
  const given = share * (now - last);
  last = now;
  for (const one of held) {
    const used = threadsMs(one.id);
    one.left = Math.min(one.left + given, share * KEPT_MS) - (used - one.used);
    one.used = used;
    const isSpent = one.left < 0;
    if (one.isStopped === isSpent) continue;
    one.isStopped = isSpent;
    signal(one.id, isSpent ? "SIGSTOP" : "SIGCONT");
  }
}, LOOK_EVERY_MS);

process.stdin.on("end", letGo).resume();
// Whoever breaks the bench off leaves nothing stopped.
for (const end of ["SIGINT", "SIGTERM"]) process.once(end, letGo);
console.log("holding");

function letGo(): void {
  clearInterval(looking);
  for (const { id } of held) signal(id, "SIGCONT");
  process.stdin.destroy();
}

/** A process that has ended needs none. */
function signal(id: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(id, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
