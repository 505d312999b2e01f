import { checkDecision } from "./decision-rules.ts";
import { checkDialect } from "./dialect.ts";
import {
  checkActions,
  checkCitations,
  checkCrumbs,
  checkInternals,
  checkLength,
  checkName,
  checkWords,
} from "./file-rules.ts";
import { checkImports, checkPackages } from "./import-rules.ts";
import { checkCycles, checkLayers } from "./layer-rules.ts";
import { checkLock } from "./lock-rules.ts";
import type { Violation } from "./place.ts";
import type { Checkout } from "./read-checkout.ts";

/** Every violation of the borders in a checkout. */
export function findViolations(checkout: Checkout): Violation[] {
  const ofSources = checkout.sources.flatMap((source) => [
    ...checkImports(source, checkout),
    ...checkPackages(source),
    ...checkLayers(source),
    ...checkActions(source),
    ...checkName(source),
  ]);
  const ofTexts = checkout.texts.flatMap(({ path, text }) => [
    ...checkLength(path, text),
    ...checkWords(path, text),
    ...checkDecision(path, text),
    ...checkLock(path, text),
    ...(path.endsWith(".md") ? checkCitations(path, text, checkout) : []),
  ]);
  return [
    ...ofSources,
    ...checkCycles(checkout),
    ...checkInternals(checkout),
    ...checkDialect(checkout),
    ...checkCrumbs(checkout),
    ...ofTexts,
  ];
}
