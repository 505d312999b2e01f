import { isPlainObject, isSameJson } from "./json-value.ts";

/** A value of which two authors have changed their copies. All four are the same where nothing conflicts. */
export type MergedValue = {
  /** With what this author wrote where both have changed the same. */
  mine: unknown;
  /** With what the other author wrote there. */
  saved: unknown;
  /** What a later merge compares with: it still sees the conflict. */
  base: unknown;
  isConflict: boolean;
};

/**
 * Merges two changed copies of a value: groups by field, lists of one length by item, texts whole. `bases` are the
 * value that both started from, and those that this author has sent since, which may have been stored.
 */
export function mergeValue(bases: readonly unknown[], mine: unknown, theirs: unknown): MergedValue {
  const [base] = bases;
  const whole = mergeWhole(bases, mine, theirs);
  if (!whole.isConflict) return whole;
  if (isPlainObject(base) && isPlainObject(mine) && isPlainObject(theirs)) {
    const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
    const fields = names.map((name) => {
      const before = bases.map((one) => (isPlainObject(one) ? one[name] : undefined));
      return [name, mergeValue(before, mine[name], theirs[name])] as const;
    });
    return combine(fields, (entries) =>
      Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    );
  }
  const lists = [base, mine, theirs];
  if (areAlike(lists)) {
    const [before, mines, others] = lists;
    // Items are whole: a row that one author moves must not get a price that the other gives to its neighbour.
    const items = others.map((their, at) => [at, mergeWhole([before[at]], mines[at], their)] as const);
    return combine(items, (entries) => entries.map(([, value]) => value));
  }
  return whole;
}

function mergeWhole(bases: readonly unknown[], mine: unknown, theirs: unknown): MergedValue {
  const [base] = bases;
  if ([mine, ...bases].some((one) => isSameJson(one, theirs)))
    return { mine, saved: mine, base: theirs, isConflict: false };
  if (isSameJson(base, mine)) return { mine: theirs, saved: theirs, base: theirs, isConflict: false };
  return { mine, saved: theirs, base, isConflict: true };
}

function areAlike(values: readonly unknown[]): values is [unknown[], unknown[], unknown[]] {
  const [first] = values;
  return values.every((one) => Array.isArray(one) && Array.isArray(first) && one.length === first.length);
}

function combine<Key>(
  parts: readonly (readonly [Key, MergedValue])[],
  join: (entries: (readonly [Key, unknown])[]) => unknown,
): MergedValue {
  return {
    mine: join(parts.map(([key, { mine }]) => [key, mine])),
    saved: join(parts.map(([key, { saved }]) => [key, saved])),
    base: join(parts.map(([key, { base }]) => [key, base])),
    isConflict: parts.some(([, { isConflict }]) => isConflict),
  };
}
