import { diffArrays } from "diff";

/** A part of a text: in both texts, or in one of them. */
export type TextPart = { kind: "same" | "added" | "removed"; text: string };

/** More edits take too long while a person waits: what differs then counts as replaced. */
const MAX_EDITS = 2000;

/** The shortest difference of two lists of words or lines. Of what was replaced, the removed parts come first. */
export function compareTexts(before: string[], after: string[]): TextPart[] {
  const changes = diffArrays(before, after, { maxEditLength: MAX_EDITS });
  return (
    changes?.flatMap(({ value, added, removed }) =>
      value.map(partOf(added ? "added" : removed ? "removed" : "same")),
    ) ?? replaceMiddle(before, after)
  );
}

function replaceMiddle(before: readonly string[], after: readonly string[]): TextPart[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [
    ...before.slice(0, start).map(partOf("same")),
    ...before.slice(start, before.length - end).map(partOf("removed")),
    ...after.slice(start, after.length - end).map(partOf("added")),
    ...before.slice(before.length - end).map(partOf("same")),
  ];
}

/** Neighbours of one kind as one part. */
export function joinParts(parts: readonly TextPart[]): TextPart[] {
  const all: TextPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last?.kind === part.kind) last.text += part.text;
    else all.push({ ...part });
  }
  return all;
}

function partOf(kind: TextPart["kind"]) {
  return (text: string): TextPart => ({ kind, text });
}

/** What differs between two texts, word by word. Without the added parts it is the text before. */
export function compareWords(before: string, after: string): TextPart[] {
  return joinParts(compareTexts(wordsOf(before), wordsOf(after)));
}

/** Words with the space after them, and the ends of lines. */
function wordsOf(text: string): string[] {
  return text.match(/\S+[^\S\n]*|\n|[^\S\n]+/g) ?? [];
}
