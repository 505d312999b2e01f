/**
 * The new value, in which every part that equals the same part of the old one is that very part. For values as JSON has
 * them.
 */
export function sameParts<Value>(before: unknown, now: Value): Value {
  if (Object.is(before, now)) return now;
  if (!isCompound(before) || !isCompound(now) || Array.isArray(before) !== Array.isArray(now)) return now;
  const names = Object.keys(now);
  const parts = names.map((name) => sameParts(before[name], now[name]));
  const isSame =
    names.length === Object.keys(before).length &&
    names.every((name, at) => Object.hasOwn(before, name) && before[name] === parts[at]);
  if (isSame) return before as Value;
  return (
    Array.isArray(now) ? parts : Object.fromEntries(names.map((name, at) => [name, parts[at]]))
  ) as Value;
}

function isCompound(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
