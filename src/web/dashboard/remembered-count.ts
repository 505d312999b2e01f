import { useEffect, useState } from "react";

// A browser without storage (a private window) remembers nothing.

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
    // Without storage nothing is remembered.
  }
}

/** The storage key of a tile's count (spec 1 section 2). */
function countKey(heading: string): string {
  return `${heading}Count`;
}

/** Whether a count has grown since it was remembered. The first count is remembered. */
export function useRememberedCount(heading: string, count: number): { isNew: boolean; forget: () => void } {
  const key = countKey(heading);
  const [remembered] = useState(() => read(key) ?? count);
  useEffect(() => {
    if (read(key) === null) write(key, remembered);
  }, [key, remembered]);
  return { isNew: count > remembered, forget: () => write(key, null) };
}
