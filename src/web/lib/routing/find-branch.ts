import type { Route } from "./route.ts";

export type Branch = { routes: readonly Route[]; params: Readonly<Record<string, string>> };

type Leaf = { routes: readonly Route[]; parts: readonly string[] };

/** The routes of an address from the outermost to its screen, and the parameters in it; undefined if there are none. */
export function findBranch(routes: readonly Route[], pathname: string): Branch | undefined {
  const segments = partsOf(pathname).map(decode);
  const matching = leavesOf(routes).filter(({ parts }) => isMatch(parts, segments));
  const [best] = matching.sort((a, b) => byRank(a.parts, b.parts));
  if (!best) return undefined;
  const named = best.parts.flatMap((part, place) =>
    part.startsWith(":") ? [[part.slice(1), segments[place] ?? ""]] : [],
  );
  return { routes: best.routes, params: Object.fromEntries(named) };
}

function leavesOf(routes: readonly Route[], around: readonly Route[] = []): Leaf[] {
  return routes.flatMap((route) => {
    const branch = [...around, route];
    if (route.children) return leavesOf(route.children, branch);
    return route.path === undefined ? [] : [{ routes: branch, parts: partsOf(route.path) }];
  });
}

/** Without an empty end, so that "/documents/" is "/documents". */
function partsOf(path: string): string[] {
  return path.replace(/^\/|\/$/g, "").split("/");
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function isMatch(parts: readonly string[], segments: readonly string[]): boolean {
  if (parts[0] === "*") return true;
  if (parts.length !== segments.length) return false;
  return parts.every((part, place) => {
    const one = segments[place] ?? "";
    return part.startsWith(":") ? one !== "" : part.toLowerCase() === one.toLowerCase();
  });
}

/** Words before parameters, from left to right, and what matches everything last. */
function byRank(a: readonly string[], b: readonly string[]): number {
  for (const [place, part] of a.entries()) {
    const difference = rankOf(part) - rankOf(b[place] ?? "");
    if (difference !== 0) return difference;
  }
  return 0;
}

function rankOf(part: string): number {
  if (part === "*") return 2;
  return part.startsWith(":") ? 1 : 0;
}
