import { useState } from "react";

/** The columns that the person has put away, remembered by the browser for this table. */
export function useHiddenColumns(tableLabel: string) {
  const storageKey = `hiddenColumns:${tableLabel}`;
  const [hidden, setHidden] = useState(() => read(storageKey));

  function toggle(columnId: string) {
    const next = hidden.includes(columnId) ? hidden.filter((id) => id !== columnId) : [...hidden, columnId];
    setHidden(next);
    try {
      localStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // A full or forbidden storage: remembered until the page is left.
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
