import type { Violation } from "./place.ts";

const RECORD = /^docs\/decisions\/(?!0000-)(\d{4})-[a-z0-9-]+\.md$/;
const STATUS =
  /^Status: (?:accepted|superseded by decision \d+), \d{4}-\d{2}-\d{2}(?:; in part superseded by decisions? \d+(?: and \d+)?)?$/;
const HEADINGS = ["## Context", "## Decision", "## Consequences", "## Alternatives considered"];

/** Decision records whose title, status or headings differ from the template. */
export function checkDecision(path: string, text: string): Violation[] {
  const number = RECORD.exec(path)?.[1];
  if (number === undefined) return [];
  const [title = "", , status = ""] = text.split("\n");
  const headings = text.match(/^## .*$/gm) ?? [];
  const isSound =
    title.startsWith(`# ${Number(number)}. `) &&
    STATUS.test(status) &&
    headings.join("\n") === HEADINGS.join("\n");
  return isSound ? [] : [{ path, problem: "does not follow docs/decisions/0000-template.md" }];
}
