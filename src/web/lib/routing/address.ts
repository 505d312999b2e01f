import { createContext } from "react";

/** The current location, without the base path. */
export type Address = {
  pathname: string;
  search: string;
  hash: string;
  /** Names the entry in the browser's history. */
  key: string;
};

export type Place = Pick<Address, "pathname" | "search" | "hash">;

/** Any origin will do: only the rest is read. */
const SOME_ORIGIN = "https://portal.invalid";

/** Where a link leads that was pressed here; "?page=2" leads to the same path. */
export function resolve(to: string, from: Place): Place {
  const { pathname, search, hash } = new URL(to, SOME_ORIGIN + from.pathname + from.search);
  return { pathname, search, hash };
}

/** Another site, or a mail: only the browser can go there. */
export function isElsewhere(to: string): boolean {
  return /^([a-z][a-z\d+.-]*:|\/\/)/i.test(to);
}

export function hrefOf({ pathname, search, hash }: Place, base: string): string {
  return (base === "/" ? pathname : base + pathname.replace(/^\/$/, "")) + search + hash;
}

/** The path below the base. */
export function below(base: string, pathname: string): string {
  const isBelow = base !== "/" && `${pathname}/`.startsWith(`${base}/`);
  return isBelow ? pathname.slice(base.length) || "/" : pathname;
}

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
