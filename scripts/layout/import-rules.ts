import { basename } from "node:path";
import * as borders from "./borders.ts";
import { featureOf, isIn, isTest, type Violation } from "./place.ts";
import type { Checkout, Source } from "./read-checkout.ts";

/** Imports of our files that cross a border, do not exist, or leave the checkout. */
export function checkImports(source: Source, checkout: Checkout): Violation[] {
  const room = Object.keys(borders.MAY_IMPORT)
    .filter((folder) => isIn(source.path, [folder]))
    .toSorted((a, b) => b.length - a.length)[0];
  const allowed = room === undefined ? [] : (borders.MAY_IMPORT[room] ?? []);
  return source.imports
    .filter(({ isOurs }) => isOurs)
    .flatMap(({ target }): Violation[] => {
      const told = (problem: string) => [{ path: source.path, problem: `imports ${target}: ${problem}` }];
      if (target.startsWith("..")) return told("it lies outside this checkout");
      if (!checkout.has(target)) return told("there is no such file");
      const only = borders.FILE_ONLY_IN[target];
      if (only !== undefined && only !== source.path) return told(`only ${only} may`);
      const mayTest = isTest(source.path) && isIn(target, ["tests/support"]);
      if (!isIn(target, allowed) && !mayTest) return told(`${room || "the root"} may not`);
      return isTest(source.path)
        ? []
        : [...checkServerFeature(source.path, target, told), ...checkWebFeature(source.path, target, told)];
    });
}

type ReportProgress = (problem: string) => Violation[];

function checkServerFeature(path: string, target: string, told: ReportProgress): Violation[] {
  const from = featureOf(path, "src/server");
  const to = featureOf(target, "src/server");
  if (from === null || to === null || from === to) return [];
  return borders.OWN_FILES_OF_A_FEATURE.includes(basename(target))
    ? told(`it is the own affair of ${to}`)
    : [];
}

function checkWebFeature(path: string, target: string, told: ReportProgress): Violation[] {
  const { web, contract } = borders.ADMIN_SIDE;
  const isOfAdmin = isIn(path, [web]);
  if (isIn(path, ["src/web"]) && !isOfAdmin && isIn(target, [web, contract]))
    return told("the company's side stays out of what clients load");
  const side = isOfAdmin && isIn(target, [web]) ? web : "src/web";
  const from = featureOf(path, side);
  const to = featureOf(target, side);
  if (from === null || to === null || from === to) return [];
  if (borders.WEB_FOUNDATION.includes(to) || borders.WEB_COMPOSITION.includes(from)) return [];
  return told("only router.tsx, the shell, the dashboard, home and organizations put features together");
}

/** Packages imported outside the folders that may import them. */
export function checkPackages(source: Source): Violation[] {
  return source.imports
    .filter(({ isOurs }) => !isOurs)
    .flatMap(({ target }) => {
      const rule = Object.entries(borders.PACKAGE_ONLY_IN).find(
        ([name]) => target === name || target.startsWith(/[:/]$/.test(name) ? name : `${name}/`),
      );
      if (!rule || isIn(source.path, rule[1]) || isTest(source.path)) return [];
      return [
        { path: source.path, problem: `imports ${target}: only ${rule[1].filter(Boolean).join(", ")} may` },
      ];
    });
}
