/** A part of a text: in both texts, or in one of them. */
export type WordPart = { text: string; is: "same" | "added" | "removed" };

/** Larger comparisons take too long while a person waits: what differs is then told as a whole. */
const MOST_STEPS = 4_000_000;

/**
 * What differs between two texts, word by word. The parts without those that were added are the text before, and
 * without those that were removed the text after.
 */
export function compareWords(before: string, after: string): WordPart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  const rest = Math.min(old.length, now.length) - start;
  while (end < rest && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return joined([
    ...told(old.slice(0, start), "same"),
    ...compareMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...told(old.slice(old.length - end), "same"),
  ]);
}

/** Words with the space after them, and the ends of lines. */
function wordsOf(text: string): string[] {
  return text.match(/\S+[^\S\n]*|\n|[^\S\n]+/g) ?? [];
}

function told(words: readonly string[], is: WordPart["is"]): WordPart[] {
  return words.map((text) => ({ text, is }));
}

/** By the longest sequence of words that both have. */
function compareMiddle(old: readonly string[], now: readonly string[]): WordPart[] {
  if (old.length * now.length > MOST_STEPS) return [...told(old, "removed"), ...told(now, "added")];
  const width = now.length + 1;
  const longest = new Uint32Array((old.length + 1) * width);
  const at = (from: number, to: number) => longest[from * width + to] ?? 0;
  for (let from = old.length - 1; from >= 0; from -= 1) {
    for (let to = now.length - 1; to >= 0; to -= 1) {
      longest[from * width + to] =
        old[from] === now[to] ? at(from + 1, to + 1) + 1 : Math.max(at(from + 1, to), at(from, to + 1));
    }
  }
  const parts: WordPart[] = [];
  let [from, to] = [0, 0];
  while (from < old.length && to < now.length) {
    const [was, is] = [old[from] ?? "", now[to] ?? ""];
    if (was === is) {
      parts.push({ text: was, is: "same" });
      from += 1;
      to += 1;
    } else if (at(from + 1, to) >= at(from, to + 1)) {
      parts.push({ text: was, is: "removed" });
      from += 1;
    } else {
      parts.push({ text: is, is: "added" });
      to += 1;
    }
  }
  return [...parts, ...told(old.slice(from), "removed"), ...told(now.slice(to), "added")];
}

/** Neighbours of a kind as one part. Of a place where words were replaced, those that were removed come first. */
function joined(parts: readonly WordPart[]): WordPart[] {
  const runs: WordPart[] = [];
  let changed: Record<"removed" | "added", string> = { removed: "", added: "" };
  const flush = () => {
    for (const is of ["removed", "added"] as const) if (changed[is]) runs.push({ text: changed[is], is });
    changed = { removed: "", added: "" };
  };
  for (const { text, is } of parts) {
    if (is !== "same") {
      changed[is] += text;
      continue;
    }
    flush();
    const last = runs.at(-1);
    if (last?.is === "same") last.text += text;
    else runs.push({ text, is });
  }
  flush();
  return runs;
}
