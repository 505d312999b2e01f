import { compareTexts, joinParts, type TextPart } from "../compare-texts.ts";

/** A paragraph, heading, item or row of a text, with what was added to it and removed from it. */
export type DifferenceLine = { kind: "same" | "added" | "removed" | "changed"; parts: TextPart[] };

/** Beyond so many pairs of lines none are compared by their words. */
const MAX_PAIRS = 100_000;
/** Two lines are one changed line if they share at least this part of their words. */
const ALIKE = 0.4;

/** The difference of two HTML texts, line by line. The address of a link belongs to its words. */
export function textDifference(before: string, after: string): DifferenceLine[] {
  const lines: DifferenceLine[] = [];
  const run = { removed: [] as string[], added: [] as string[] };
  const endRun = () => {
    lines.push(...pairLines(run.removed, run.added));
    run.removed = [];
    run.added = [];
  };
  for (const { kind, text } of compareTexts(linesOf(before), linesOf(after))) {
    if (kind !== "same") run[kind].push(text);
    else {
      endRun();
      lines.push({ kind, parts: [{ kind, text }] });
    }
  }
  endRun();
  return lines;
}

const ENDS_LINE =
  /<(?:\/?(?:p|h[2-4]|ul|ol|li|blockquote|pre|table|caption|thead|tbody|tfoot|tr)|br|hr)\b[^>]*>/g;
const LINK = /<a\b[^>]*\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gs;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
  apos: "'",
};

/** The lines of sanitised HTML without markup; items of lists begin with a dot. */
export function linesOf(html: string): string[] {
  return html
    .replaceAll(/\s+/g, " ")
    .replaceAll(LINK, "$2 ($1)")
    .replaceAll(/<li\b[^>]*>/g, "\n• ")
    .replaceAll(ENDS_LINE, "\n")
    .replaceAll(/<\/t[dh]>/g, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name = "") => {
      if (decimal) return String.fromCodePoint(Number(decimal));
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
      return ENTITIES[name.toLowerCase()] ?? whole;
    })
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .filter((line) => line !== "" && line !== "•");
}

/** Lines that were replaced: alike ones become one changed line each, in order. */
function pairLines(removed: readonly string[], added: readonly string[]): DifferenceLine[] {
  const lines: DifferenceLine[] = [];
  const isShort = removed.length * added.length <= MAX_PAIRS;
  let next = 0;
  for (const line of removed) {
    const at = isShort ? added.findIndex((other, index) => index >= next && isAlike(line, other)) : -1;
    if (at < 0) {
      lines.push({ kind: "removed", parts: [{ kind: "removed", text: line }] });
      continue;
    }
    lines.push(...added.slice(next, at).map(addedLine));
    lines.push({ kind: "changed", parts: joinParts(compareTexts(wordsOf(line), wordsOf(added[at] ?? ""))) });
    next = at + 1;
  }
  return [...lines, ...added.slice(next).map(addedLine)];
}

function addedLine(text: string): DifferenceLine {
  return { kind: "added", parts: [{ kind: "added", text }] };
}

function isAlike(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)].map((all) =>
    all.filter((word) => /[\p{L}\p{N}]/u.test(word)),
  );
  if (!words || !others) return false;
  const left = Map.groupBy(others, (word) => word);
  const shared = words.filter((word) => left.get(word)?.pop() !== undefined).length;
  return shared >= ALIKE * Math.max(words.length, others.length);
}

/** Words and what stands between them; joined they are the text. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}'’]+|\s+|[^\p{L}\p{N}\s'’]/gu) ?? [];
}
