import { basename, dirname, posix } from "node:path";
import * as borders from "./borders.ts";
import { featureOf, isIn, isTest, type Violation } from "./place.ts";
import type { Checkout, Source } from "./read-checkout.ts";

/** Deeds of the code that its place does not allow. */
export function checkActions({ path, does }: Source): Violation[] {
  const isForbidden = {
    "reads the environment": !isIn(path, borders.ENVIRONMENT_ONLY_IN),
    "asks the clock": isIn(path, borders.NO_CLOCK_IN) && !isTest(path),
    "skips a test": true,
    "opens a transaction": isIn(path, ["src/server"]) && !isIn(path, borders.TRANSACTIONS_ONLY_IN),
  };
  return [...does]
    .filter((deed) => isForbidden[deed])
    .map((deed) => ({ path, problem: `${deed}, which it may not` }));
}

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.(ts|tsx|mjs)$/;

export function checkName({ path }: Source): Violation[] {
  const name = basename(path);
  const stem = name.split(".")[0] ?? "";
  if (!KEBAB.test(name)) return [{ path, problem: "is not named in kebab-case" }];
  if (borders.FORBIDDEN_NAMES.includes(stem)) {
    return [{ path, problem: "has a name that says nothing: name it by what it does" }];
  }
  const feature = featureOf(path, "src/server");
  const { base, machinery, start } = borders.SERVER_LAYERS;
  const isOfFeature = feature !== null && ![...base, ...machinery, ...start].includes(feature);
  if (isOfFeature && !stem.includes("-") && !borders.FEATURE_FILES.includes(stem)) {
    const known = borders.FEATURE_FILES.map((word) => `${word}.ts`).join(", ");
    return [{ path, problem: `is none of ${known}, and no verb-noun.ts` }];
  }
  return [];
}

export function checkLength(path: string, text: string): Violation[] {
  const lines = text.split("\n").length - 1;
  if (lines <= borders.MAX_FILE_LINES || isIn(path, borders.LONG_FILES)) return [];
  return [{ path, problem: `has ${lines} lines; ${borders.MAX_FILE_LINES} are the most` }];
}

/** Files that are only a part of another one: short, and imported by one file of their folder alone. */
export function checkCrumbs({ sources, texts }: Checkout): Violation[] {
  const short = texts.filter(
    ({ path, text }) =>
      /^src\/.*(?<!\.job)\.tsx?$/.test(path) &&
      text.split("\n").length <= borders.SHORT_FILE &&
      !isIn(path, borders.MAY_BE_SHORT),
  );
  return short.flatMap(({ path }) => {
    const [importer, ...others] = sources.filter(({ imports }) => imports.some((one) => one.target === path));
    if (!importer || others.length > 0 || isTest(importer.path)) return [];
    const isLazy = importer.imports.some(({ target, isLazy: later }) => target === path && later);
    if (isLazy || dirname(importer.path) !== dirname(path)) return [];
    return [
      { path, problem: `has fewer than ${borders.SHORT_FILE} lines: it belongs into ${importer.path}` },
    ];
  });
}

/** Words that tie the repository to one machine or network. */
export function checkWords(path: string, text: string): Violation[] {
  if (isIn(path, borders.WORDS_UNCHECKED)) return [];
  return text.split("\n").flatMap((line, index) =>
    borders.FORBIDDEN_WORDS.filter((words) => words.test(line)).map((words) => ({
      path: `${path}:${index + 1}`,
      problem: `has what no file may have: ${words.exec(line)?.[0]}`,
    })),
  );
}

/** The lines of code that use a library beside its public API. */
export function findInternals({ texts }: Checkout): string[] {
  return texts
    .filter(
      ({ path }) => /^(?:src|scripts|bench)\/|^vite\..*\.ts$/.test(path) && /\.(?:ts|tsx|mjs)$/.test(path),
    )
    .filter(({ path }) => !isTest(path) && path !== "scripts/layout/borders.ts")
    .flatMap(({ path, text }) =>
      text
        .split("\n")
        .flatMap((line, index) =>
          borders.LIBRARY_INTERNALS.some((pattern) => pattern.test(line)) ? [`${path}:${index + 1}`] : [],
        ),
    );
}

export function checkInternals(checkout: Checkout): Violation[] {
  return findInternals(checkout)
    .filter((place) => !isIn(place.replace(/:\d+$/, ""), borders.MAY_USE_INTERNALS))
    .map((path) => ({ path, problem: "uses a library beside its public API" }));
}

const CITED = /(?<![\w./-])(?:src|tests|scripts|bench|docs|migrations|public|\.ci)\/[\w./-]*/g;
const LINK = /\]\((?!\w+:|#)([^)\s#]+)/g;

/** Missing files that a document names or links to. */
export function checkCitations(path: string, text: string, checkout: Checkout): Violation[] {
  const cited = [...text.matchAll(CITED)].map(([one]) => one.replace(/[./-]+$/, ""));
  const linked = [...text.matchAll(LINK)].map(([, one = ""]) => posix.join(posix.dirname(path), one));
  return [...new Set([...cited, ...linked])]
    .filter((one) => !checkout.has(one))
    .map((one) => ({ path, problem: `cites ${one}, and there is no such file` }));
}
