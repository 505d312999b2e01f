const PREFIX = "rows of ";
/** Counts, and what was opened from the search (recent-items.ts). */
const LEFT_BEHIND = /^r(ows|ecent) of /;

/** What the browser remembers of an organization's table; null for nothing. */
export function readCounts(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

export function rememberCounts(name: string, counts: string): void {
  try {
    localStorage.setItem(PREFIX + name, counts);
  } catch {
    // Without storage nothing is remembered.
  }
}

/** Whose session has ended leaves nothing behind. */
export function forgetCounts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (LEFT_BEHIND.test(key)) localStorage.removeItem(key);
  } catch {
    // Without storage nothing was remembered.
  }
}
