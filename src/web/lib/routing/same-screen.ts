import { createContext } from "react";
import type { Place } from "./address.ts";

/** The query parameter that holds the open tab of a screen (src/web/ui/address-tabs.tsx). */
export const TAB_PARAMETER = "tab";

/** The tab that a parameter opens; null: no parameter. */
type TabOf = (parameter: string | null) => string | null;

/** Of a screen with tabs. An address without the parameter, or with an unknown one, opens a tab too. */
export const TabContext = createContext<TabOf>((parameter) => parameter);

/** Whether what is typed at one place is still there at the other: a screen keeps it, another tab of it does not. */
export function isSameScreen(one: Place, other: Place, tabOf: TabOf): boolean {
  const tabAt = ({ search }: Place) => tabOf(new URLSearchParams(search).get(TAB_PARAMETER));
  return one.pathname === other.pathname && tabAt(one) === tabAt(other);
}
