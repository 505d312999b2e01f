import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Guard } from "./find-guards.ts";
import { UNSEEN } from "./unseen-guards.ts";

/** Produced by a search and never stored in the repository. */
export const GUARD_LIST = ".tmp/guards.md";

const HEAD = `# Guards, and the test that misses each

A search by \`npm run prove\` wrote this page. A guard refuses a call (step), asks the access policy
(gate), or limits a query to an organization, a person or what was shown (condition). Each was taken away while the test
below it ran, without the second wall of row policies, and the test turned red. The gates of the calls are the cells of
\`tests/api/access-table.md\`; policies and triggers are taken away in tests of their own.
`;

/** The test that misses each guard, as far as an earlier search in this checkout has found it. */
export function readKnown(): Map<string, string> {
  if (!existsSync(GUARD_LIST)) return new Map();
  const rows = readFileSync(GUARD_LIST, "utf8").matchAll(/^- `(.+)`\n {2}(.+)$/gm);
  return new Map([...rows].map(([, guard = "", test = ""]) => [guard, test]));
}

export function writeList(tests: ReadonlyMap<string, string>, guards: readonly Guard[]): void {
  const missed = guards.filter(({ name }) => tests.has(name));
  const lines = missed.map(({ name }) => `- \`${name}\`\n  ${tests.get(name)}\n`);
  const others = guards.filter(({ name }) => !tests.has(name));
  const unseen = others.flatMap(({ name }) => (UNSEEN[name] ? [`- \`${name}\`: ${UNSEEN[name]}\n`] : []));
  const untested = others.flatMap(({ name }) => (UNSEEN[name] ? [] : [`- \`${name}\`\n`]));
  const sections = [
    ["Missed", lines],
    ["Guards whose absence cannot be seen from outside", unseen],
    ["Guards that no test misses yet", untested],
  ] as const;
  const text = sections.map(([title, rows]) => `\n## ${title}: ${rows.length}\n\n${rows.join("")}`.trimEnd());
  mkdirSync(dirname(GUARD_LIST), { recursive: true });
  writeFileSync(GUARD_LIST, `${HEAD}${text.join("\n")}\n`);
}
