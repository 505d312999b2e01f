import * as borders from "./borders.ts";
import { isTest, type Violation } from "./place.ts";
import type { Checkout, Source } from "./read-checkout.ts";

const { base, machinery, features, start } = borders.SERVER_LAYERS;
const ORDER: readonly string[] = [...base, ...machinery, ...features, ...start];

/** The layer of a path: its folder in the server, or the file itself if it has its own place; null outside. */
function layerOf(path: string): string | null {
  if (!path.startsWith("src/server/")) return null;
  const [first = "", ...rest] = path.slice("src/server/".length).split("/");
  return rest.length > 0 || ORDER.includes(first) ? first : ".";
}

type Step = { from: string; to: string; path: string; target: string };

/** The imports of a source from one layer of the server into another; those of tests do not count. */
function stepsOf({ path, imports }: Source): Step[] {
  const from = layerOf(path);
  if (from === null || isTest(path)) return [];
  return imports.flatMap(({ target, isOurs }) => {
    const to = isOurs ? layerOf(target) : null;
    return to === null || to === from ? [] : [{ from, to, path, target }];
  });
}

/** A folder that is not listed is a feature above all others, which no other feature may import. */
function placeOf(layer: string): number {
  const place = ORDER.indexOf(layer);
  return place === -1 ? ORDER.indexOf(features.at(-1) ?? "") + 0.5 : place;
}

const isAgainst = ({ from, to }: Step) => placeOf(from) <= placeOf(to);

/** Imports of the server against its order. */
export function checkLayers(source: Source): Violation[] {
  return stepsOf(source)
    .filter(isAgainst)
    .map(({ from, to, path, target }) => ({
      path,
      problem:
        isOf(machinery, from) && isOf(features, to)
          ? `imports ${target}: machinery knows no feature`
          : `imports ${target}: ${from} lies below ${to}`,
    }));
}

const isOf = (layers: readonly string[], layer: string) => layers.includes(layer);

/** Files of the product that import each other in a circle. */
export function checkCycles({ sources }: Checkout): Violation[] {
  const files = sources.filter(({ path }) => path.startsWith("src/") && !isTest(path));
  const cycles = findCycles(
    files.map(({ path, imports }) => [
      path,
      imports.filter(({ isOurs }) => isOurs).map(({ target }) => target),
    ]),
  );
  return cycles.map((cycle) => ({
    path: cycle[0] ?? "",
    problem: `imports itself in a circle: ${cycle.join(", ")}`,
  }));
}

/** What the layers of the server still owe: imports against the order, and folders in a cycle of imports. */
export function countLayers({ sources }: Checkout): { againstOrder: number; foldersInCycles: number } {
  const steps = sources.flatMap(stepsOf);
  const folders = new Map<string, string[]>();
  for (const { from, to } of steps) folders.set(from, [...(folders.get(from) ?? []), to]);
  return {
    againstOrder: steps.filter(isAgainst).length,
    foldersInCycles: findCycles([...folders]).flat().length,
  };
}

/** The groups of nodes that reach each other, sorted: a node is in one if it can be reached from itself. */
export function findCycles(edges: [string, string[]][]): string[][] {
  const next = new Map(edges);
  const reached = new Map(edges.map(([node]) => [node, reach(node, next)]));
  const inCycle = edges.map(([node]) => node).filter((node) => reached.get(node)?.has(node));
  const groups = inCycle.map((node) =>
    inCycle.filter((other) => reached.get(node)?.has(other) && reached.get(other)?.has(node)).toSorted(),
  );
  return [...new Map(groups.map((group) => [group[0], group])).values()];
}

function reach(node: string, next: Map<string, string[]>): Set<string> {
  const reached = new Set<string>();
  const open = [...(next.get(node) ?? [])];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (reached.has(one)) continue;
    reached.add(one);
    open.push(...(next.get(one) ?? []));
  }
  return reached;
}
