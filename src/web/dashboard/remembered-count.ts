import { useEffect, useState } from "react";

// A browser that refuses storage (a private window) simply remembers nothing.

function read(key: string): number | null {
  try {
    const text = localStorage.getItem(key);
    return text === null || Number.isNaN(Number(text)) ? null : Number(text);
  } catch {
    return null;
  }
}

function write(key: string, count: number | null): void {
  try {
    if (count === null) localStorage.removeItem(key);
    else localStorage.setItem(key, String(count));
  } catch {
    // Nothing is remembered.
  }
}

/** Where a tile's count is remembered (spec 1 section 2). */
function countKey(heading: string): string {
  return `${heading}Count`;
}

/** Whether there is more under a heading than was remembered. The first count seen is remembered. */
export function useRememberedCount(heading: string, count: number): { isNew: boolean; forget: () => void } {
  const key = countKey(heading);
  const [remembered] = useState(() => read(key) ?? count);
  useEffect(() => {
    if (read(key) === null) write(key, remembered);
  }, [key, remembered]);
  return { isNew: count > remembered, forget: () => write(key, null) };
}
