import type { Source } from "./read-checkout.ts";

/** Circles of imports that exist when the program runs, each told once; a type that refers back makes none. */
export function findCycles(sources: readonly Source[]): string[][] {
  const edges = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.filter((one) => one.isOurs && !one.isTypeOnly).map((one) => one.target),
    ]),
  );
  const done = new Set<string>();
  const trail: string[] = [];
  const cycles: string[][] = [];
  function visit(path: string): void {
    const at = trail.indexOf(path);
    if (at >= 0) cycles.push(trail.slice(at));
    if (at >= 0 || done.has(path)) return;
    trail.push(path);
    for (const next of edges.get(path) ?? []) visit(next);
    trail.pop();
    done.add(path);
  }
  for (const path of edges.keys()) visit(path);
  return cycles;
}
