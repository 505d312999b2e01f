import { useEffect, useMemo } from "react";
import { useActingOrganization } from "#web/lib/acting-organization.ts";
import { readCounts, rememberCounts } from "#web/lib/remembered-counts.ts";
import { useIsHydrated } from "#web/lib/use-delayed.ts";
import type { ChoiceCounts } from "./choice-counts.ts";

/** How long a table was when it was last shown whole: of all rows, and of each choice. */
export type TableCounts = { total: number; choices: ChoiceCounts };

/** The counts that this browser remembers of an organization's table, for its placeholder; null for an unseen one. */
export function useRememberedCounts(tableLabel: string, now: TableCounts | null): TableCounts | null {
  const acting = useActingOrganization();
  const name = `${acting ?? ""} ${tableLabel}`;
  const text = now && JSON.stringify(now);
  useEffect(() => {
    if (text !== null) rememberCounts(name, text);
  }, [name, text]);
  const isHydrated = useIsHydrated();
  return useMemo(() => (isHydrated ? toCounts(readCounts(name)) : null), [isHydrated, name]);
}

function toCounts(stored: unknown): TableCounts | null {
  const { total, choices } = (stored ?? {}) as Partial<TableCounts>;
  return typeof total === "number" ? { total, choices: choices ?? {} } : null;
}
