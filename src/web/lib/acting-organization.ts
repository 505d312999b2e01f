import { createContext, use, useInsertionEffect } from "react";
import type { Id } from "#domain/id.ts";

/** The organization that the person acts for; undefined while loading, null for none. */
export const ActingOrganization = createContext<Id | null | undefined>(undefined);

export function useActingOrganization(): Id | null | undefined {
  return use(ActingOrganization);
}

let current: Id | null = null;
const listeners = new Set<() => void>();

/** The organization that this page shows. Calls send it, so that the server refuses a page that missed a switch. */
export function cachedOrganization(): Id | null {
  return current;
}

/** Sets what calls send. An insertion effect runs before the layout effects in which screens ask. */
export function useCachedOrganization(acting: Id | null | undefined): void {
  useInsertionEffect(() => {
    current = acting ?? null;
  }, [acting]);
}

/** Reports a call that the server refused because the person acts for another organization now. */
export function reportSwitch(): void {
  for (const listener of listeners) listener();
}

export function onSwitchReported(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
