/** The value of a JSON text; null for another text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Well beyond 32 nested blocks, each of which takes three levels. */
export const MAX_DEPTH = 160;

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A deep copy with only JSON values. `__proto__` is left out: writing it would change the copy's prototype. */
export function jsonValue(value: unknown, depth = 0): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  // JSON has no -0.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : undefined;
  if (typeof value !== "object" || depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) {
    return value.map((one) => jsonValue(one, depth + 1)).filter((one) => one !== undefined);
  }
  const entries = Object.entries(value)
    .filter(([key]) => key !== "__proto__")
    .map(([key, one]) => [key, jsonValue(one, depth + 1)] as const)
    .filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries);
}

/** Whether two JSON values are the same; undefined equals a missing value. Shared objects are skipped. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, at) => isSameJson(value, other[at]));
  }
  if (!isPlainObject(one) || !isPlainObject(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
    isSameJson(one[key], other[key]),
  );
}
