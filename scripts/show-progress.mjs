// Says how far a long step of a command is. Needs no package.
import { secondsSince } from "./run.mjs";

const INTERVAL_MS = 5000;

/**
 * Prints what begins, and every five seconds how many of all `things` are done: "Building: 3 of 6 parts, 10.0 s".
 * Returns a function that ends it.
 */
export function showProgress(step, things, all, countDone, print = console.log) {
  const started = Date.now();
  print(`${step} ${all} ${things} …`);
  const timer = setInterval(
    () => print(`${step}: ${countDone()} of ${all} ${things}, ${secondsSince(started)}`),
    INTERVAL_MS,
  );
  return () => clearInterval(timer);
}
