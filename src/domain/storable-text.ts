type Step = { value: unknown; name: string | number; above: Step | null };

/** A text inside a value, and its path: ["content", 2, "props"]. */
type TextInside = { text: string; path: () => (string | number)[] };

/** Whether the database can store a text: without NUL and without half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !hasNul(text) && text.isWellFormed();
}

/** isStorable of all texts in a JSON text, by its escapes alone: its cost does not depend on their number. */
export function isStorableJson(json: string): boolean {
  let at = json.indexOf("\\");
  while (at >= 0) {
    const unit = escapedUnit(json, at);
    if (unit === 0 || isLow(unit)) return false;
    at += unit === null ? 2 : 6;
    if (isHigh(unit)) {
      if (!isLow(escapedUnit(json, at))) return false;
      at += 6;
    }
    at = json.indexOf("\\", at);
  }
  return true;
}

/** The code unit of the escape "\\uXXXX" at this place; null for another escape, or none. */
function escapedUnit(json: string, at: number): number | null {
  return json.startsWith("\\u", at) ? Number.parseInt(json.slice(at + 2, at + 6), 16) : null;
}

function isHigh(unit: number | null): boolean {
  return unit !== null && unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number | null): boolean {
  return unit !== null && unit >= 0xdc00 && unit < 0xe000;
}

/** Some sixty printed pages. A browser takes far longer to break one text of megabytes into pages. */
export const MAX_TEXT_LENGTH = 200_000;

/** Why a text is too long to be stored and printed; null if it is not. */
export function refuseLength({ length }: string): string | null {
  if (length <= MAX_TEXT_LENGTH) return null;
  const [found, most] = [length, MAX_TEXT_LENGTH].map((count) => count.toLocaleString("en-AU"));
  return `This text has ${found} characters; at most ${most} are allowed`;
}

export function hasNul(text: string): boolean {
  return text.includes("\0");
}

/** Every text in a JSON value, names included. Not recursive, because the value can nest deeply. */
export function* textsInside(value: unknown): Generator<TextInside> {
  const left: Step[] = [{ value, name: "", above: null }];
  for (let step = left.pop(); step; step = left.pop()) {
    const { value: here } = step;
    if (typeof here === "string") yield { text: here, path: pathTo(step) };
    if (typeof here !== "object" || here === null || ArrayBuffer.isView(here)) continue;
    for (const [name, inner] of Object.entries(here)) {
      if (!Array.isArray(here)) yield { text: name, path: pathTo(step) };
      left.push({ value: inner, name: Array.isArray(here) ? Number(name) : name, above: step });
    }
  }
}

function pathTo(step: Step): TextInside["path"] {
  return () => {
    const names: (string | number)[] = [];
    for (let at: Step = step; at.above; at = at.above) names.unshift(at.name);
    return names;
  };
}
