import { createContext, use } from "react";
import type { Id } from "#domain/id.ts";

/** The organization that the person acts for; undefined while loading, null for none. */
export const ActingOrganization = createContext<Id | null | undefined>(undefined);

export function useActingOrganization(): Id | null | undefined {
  return use(ActingOrganization);
}
