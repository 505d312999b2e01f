/** Items recently opened from the search, with their names at that time. */
export type RecentItem = { kind: string; path: string; name: string; number: string | null };

const MAX = 6;

/** The end of a session forgets what begins with this word (remembered-counts.ts). */
const keyOf = (owner: string) => `recent of ${owner}`;

/** What this browser remembers for a person and their organization, latest first. */
export function readRecent(owner: string): RecentItem[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  } catch {
    return [];
  }
}

export function rememberRecent(owner: string, item: RecentItem): void {
  const others = readRecent(owner).filter(({ path }) => path !== item.path);
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify([item, ...others].slice(0, MAX)));
  } catch {
    // Without storage nothing is remembered.
  }
}

function isRecent(value: unknown): value is RecentItem {
  if (typeof value !== "object" || value === null) return false;
  const { kind, path, name, number } = value as Record<string, unknown>;
  const isNumber = number === null || typeof number === "string";
  return typeof kind === "string" && typeof path === "string" && typeof name === "string" && isNumber;
}
