/** The new JSON value, which reuses every part of the old one that is equal. */
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
