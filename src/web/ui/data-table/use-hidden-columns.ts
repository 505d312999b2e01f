import { useState } from "react";

/** The columns of this table that the person has hidden. The browser remembers them. */
export function useHiddenColumns(tableLabel: string) {
  const storageKey = `hiddenColumns:${tableLabel}`;
  const [hidden, setHidden] = useState(() => read(storageKey));

  function toggle(columnId: string) {
    const next = hidden.includes(columnId) ? hidden.filter((id) => id !== columnId) : [...hidden, columnId];
    setHidden(next);
    try {
      localStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // Without storage the columns are remembered until the page is left.
    }
  }

  return { hidden, toggle };
}

function read(storageKey: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
