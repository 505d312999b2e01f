import { globSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { findGuards, type Guard } from "./find-guards.ts";

/** The folders that serve callers and decide for them, without tools of operators and machinery. */
const GUARDED =
  /^src\/(server|domain)\/(?!(backup|commands|db|health|pdf|seal|rls|world)\/).*(?<!\.test)\.ts$/;

const RLS = "src/server/rls/install-rls.ts";

/** Every guard in the source, by machine. */
export function allGuards(): Guard[] {
  return globSync("src/{server,domain}/**/*.ts")
    .filter((path) => GUARDED.test(path))
    .toSorted()
    .flatMap((path) => findGuards(path, readFileSync(path, "utf8")));
}

/**
 * Compiles each guard so that note-guards.ts can take it away while a test runs, and no second wall. It exists only in
 * the test runs of `npm run prove`: a built server has none of this.
 */
export function compileGuards(): Plugin {
  return {
    name: "take-guards",
    enforce: "pre",
    transform(source, id) {
      const path = id.split("?")[0]?.split(`${process.cwd()}/`)[1] ?? "";
      if (path === RLS) return withoutRls(source);
      if (!GUARDED.test(path)) return null;
      return withSwitches(source, findGuards(path, source));
    },
  };
}

/** Policies that show every row, so that a test can detect a removed condition despite row-level security. */
function withoutRls(source: string): string {
  const open = source.replaceAll(/\(\$\{rows\}\)/g, "(true)").replace('"false" : rows', '"false" : "true"');
  if (/\$\{.*\brows\}/.test(open)) throw new Error(`${RLS} builds policies in another way.`);
  return open;
}

/** The source with a switch around each guard, on the same lines. */
export function withSwitches(source: string, guards: readonly Guard[]): string {
  const insertions = guards.flatMap(({ start, end, ...guard }, order) => {
    const [before, after] = wrapping(guard);
    // Of two guards with one end the inner one, which begins later, closes first.
    return [
      { at: start, order, text: before },
      { at: end, order: -order, text: after },
    ];
  });
  let text = source;
  for (const { at, text: added } of insertions.toSorted((a, b) => b.at - a.at || b.order - a.order)) {
    text = text.slice(0, at) + added + text.slice(at);
  }
  return text;
}

function wrapping({ name, kind, isReversed }: Omit<Guard, "start" | "end">): [string, string] {
  const named = JSON.stringify(name);
  if (kind === "condition") return [`globalThis.compiledGuards.limit(${named}, `, ")"];
  if (kind === "gate") return [`globalThis.compiledGuards.gate(${named}, `, ")"];
  if (isReversed) return [`!globalThis.compiledGuards.refuse(${named}, !(`, "))"];
  return [`globalThis.compiledGuards.refuse(${named}, `, ")"];
}
