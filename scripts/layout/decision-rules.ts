import type { Violation } from "./place.ts";

const RECORD = /^docs\/decisions\/(?!0000-)(\d{4})-[a-z0-9-]+\.md$/;
const STATUS =
  /^Status: (?:accepted|superseded by decision \d+), \d{4}-\d{2}-\d{2}(?:; in part superseded by decisions? \d+(?: and \d+)?)?$/;
/** About a page. */
const MAX_RECORD_LINES = 80;
const HEADINGS = ["## Context", "## Decision", "## Consequences", "## Alternatives considered"];

/** Decision records that differ from the template, or are longer than a page. */
export function checkDecision(path: string, text: string): Violation[] {
  const number = RECORD.exec(path)?.[1];
  if (number === undefined) return [];
  const [title = "", , status = ""] = text.split("\n");
  const headings = text.match(/^## .*$/gm) ?? [];
  const isSound =
    title.startsWith(`# ${Number(number)}. `) &&
    STATUS.test(status) &&
    headings.join("\n") === HEADINGS.join("\n");
  if (!isSound) return [{ path, problem: "does not follow docs/decisions/0000-template.md" }];
  const lines = text.split("\n").length - 1;
  if (lines <= MAX_RECORD_LINES) return [];
  return [{ path, problem: `has ${lines} lines; a decision has at most ${MAX_RECORD_LINES}` }];
}
