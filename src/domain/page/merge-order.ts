/**
 * Merges two orders of the blocks of one area; `members` are those at the end. A block that neither author has moved
 * keeps its place, and moved or added ones follow the block that they followed there. Both authors get the
 * same result. The relative order of `steady` blocks never changes if no author changes it.
 */
export function mergeOrder(
  base: readonly string[],
  one: readonly string[],
  other: readonly string[],
  members: ReadonlySet<string>,
  steady: ReadonlySet<string>,
): string[] {
  const present = (order: readonly string[]) => order.filter((key) => members.has(key));
  const [before, ones, others] = [present(base), present(one), present(other)];
  const moved = [ones, others].map((order) => movedIn(before, order, steady));
  const fixed = before.filter((key) => moved.every((keys) => !keys.has(key)));
  const isFixed = new Set(fixed);
  const position = new Map(fixed.map((key, at) => [key, at]));
  const runs = [ones, others].map((order, at) => runsOf(order, isFixed, moved[at] ?? new Set(), position));
  const gaps = [-1, ...fixed.keys()].map((gap) => {
    const here = runs.map((run, at) =>
      run
        .filter(([key, place]) => place === gap && isOwner(key, place, runs[1 - at] ?? []))
        .map(([key]) => key),
    );
    const inOrder = here.toSorted((a, b) => (a.join() < b.join() ? -1 : 1)).flat();
    const own = fixed[gap];
    return [...(own === undefined ? [] : [own]), ...inOrder];
  });
  const merged = [...new Set(gaps.flat())];
  const left = [...members].filter((key) => !merged.includes(key)).toSorted();
  return [...merged, ...left];
}

type Run = readonly (readonly [key: string, gap: number])[];

/** What an author has moved or added, each with the fixed block that it follows; -1: none. */
function runsOf(
  order: readonly string[],
  isFixed: ReadonlySet<string>,
  moved: ReadonlySet<string>,
  position: ReadonlyMap<string, number>,
): Run {
  let gap = -1;
  return order.flatMap((key): Run => {
    if (isFixed.has(key)) gap = position.get(key) ?? gap;
    return moved.has(key) ? [[key, gap]] : [];
  });
}

/** Of a block that both have moved or added the earlier place counts. */
function isOwner(key: string, gap: number, others: Run): boolean {
  const theirs = others.find(([one]) => one === key);
  return !theirs || gap <= theirs[1];
}

/** The blocks of an order that are new in it, or that do not stand between the same blocks any more. */
function movedIn(
  before: readonly string[],
  order: readonly string[],
  steady: ReadonlySet<string>,
): ReadonlySet<string> {
  const position = new Map(before.map((key, at) => [key, at]));
  const known = order.filter((key) => position.has(key));
  const still = new Set(longestIncreasing(known, (key) => position.get(key) ?? 0, steady));
  return new Set(order.filter((key) => !still.has(key)));
}

/** The longest part of a list whose positions increase. A steady block counts for more than all others together. */
export function longestIncreasing(
  keys: readonly string[],
  positionOf: (key: string) => number,
  steady: ReadonlySet<string> = new Set(),
): string[] {
  const at = keys.map(positionOf);
  if (at.every((one, place) => place === 0 || one > (at[place - 1] ?? 0))) return [...keys];
  const weights: number[] = [];
  const previous: number[] = [];
  for (const [place, key] of keys.entries()) {
    let from = -1;
    for (let earlier = 0; earlier < place; earlier += 1) {
      const isBelow = (at[earlier] ?? 0) < (at[place] ?? 0);
      if (isBelow && (weights[earlier] ?? 0) > (weights[from] ?? 0)) from = earlier;
    }
    weights.push((weights[from] ?? 0) + (steady.has(key) ? keys.length : 1));
    previous.push(from);
  }
  const found: string[] = [];
  let end = weights.indexOf(Math.max(...weights));
  for (; end >= 0; end = previous[end] ?? -1) found.unshift(keys[end] ?? "");
  return found;
}
