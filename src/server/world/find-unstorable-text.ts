/** No text of a portal is longer; a longer one would hold up everything that reads it. */
const MAX_TEXT_LENGTH = 200_000;

/** Texts, names included, that the database cannot hold, each with its path. The value comes from JSON. */
export function findUnstorableText(value: unknown): { path: (string | number)[]; message: string }[] {
  const found: { path: (string | number)[]; message: string }[] = [];
  walk(value, [], (text, path) => {
    const message = refuseText(text);
    if (message) found.push({ path: [...path], message });
  });
  return found;
}

function walk(
  value: unknown,
  path: (string | number)[],
  onText: (text: string, path: readonly (string | number)[]) => void,
): void {
  if (typeof value === "string") onText(value, path);
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) onText(name, path);
    path.push(Array.isArray(value) ? Number(name) : name);
    walk(inner, path, onText);
    path.pop();
  }
}

function refuseText(text: string): string | null {
  if (text.includes("\0")) return "The character \\u0000 cannot be kept; take it out";
  if (!text.isWellFormed())
    return "Half of a character (\\ud800 to \\udfff alone) cannot be kept; take it out";
  if (text.length > MAX_TEXT_LENGTH) {
    return `This text has ${text.length.toLocaleString("en-AU")} characters; at most ${MAX_TEXT_LENGTH.toLocaleString("en-AU")} are taken`;
  }
  return null;
}
