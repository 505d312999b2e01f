import type { CleanBlock, CleanList, Paste } from "./clean-block.ts";
import { type Look, lookInside, PLAIN } from "./look.ts";
import type { PastedElement, PastedNode } from "./style.ts";

const TYPES: Readonly<Record<string, string>> = {
  "lower-alpha": "a",
  "lower-latin": "a",
  "upper-alpha": "A",
  "upper-latin": "A",
  "lower-roman": "i",
  "upper-roman": "I",
};

/** A list, or several where its numbers are not those of one. */
export function readList(element: PastedElement, look: Look, paste: Paste): CleanBlock[] {
  const entries = insideItems(element.children);
  const tag = element.tag === "ol" ? "ol" : "ul";
  const type = tag === "ol" ? typeOf(element, entries) : "1";
  const lists: CleanList[] = [];
  let number = numberOf(element.attributes.start) ?? 1;
  for (const entry of entries) {
    number = (tag === "ol" ? numberOf(entry.attributes.value) : null) ?? number;
    const box = boxOf(entry);
    const inside = paste.read(entry.children, lookInside(entry, look));
    const blocks = box === null ? inside : withBox(inside, box);
    const last = lists.at(-1);
    if (blocks.length > 0) {
      if (last && (tag === "ul" || last.start + last.items.length === number)) last.items.push(blocks);
      else lists.push({ kind: "list", tag, start: number, type, items: [blocks] });
    }
    number += 1;
  }
  return lists;
}

/** Only items: Google Docs writes the list of an item after it, in place of inside it. */
function insideItems(children: readonly PastedNode[]): PastedElement[] {
  const items: PastedElement[] = [];
  for (const child of children) {
    if (typeof child === "string" && child.trim() === "") continue;
    const last = items.at(-1);
    if (typeof child !== "string" && child.tag === "li")
      items.push({ ...child, children: [...child.children] });
    else if (last) last.children.push(child);
    else items.push({ tag: "li", attributes: {}, style: {}, children: [child] });
  }
  return items;
}

function typeOf({ attributes, style }: PastedElement, entries: readonly PastedElement[]): string {
  const written = attributes.type ?? "";
  if (/^[1aAiI]$/.test(written)) return written;
  const styles = [entries[0]?.style ?? {}, style].map(
    (one) => one["list-style-type"] ?? one["list-style"] ?? "",
  );
  const [name] = styles.flatMap((one) => one.split(" ").filter((word) => Object.hasOwn(TYPES, word)));
  return TYPES[name ?? ""] ?? "1";
}

function numberOf(written: string | undefined): number | null {
  return /^\s*-?\d{1,6}\s*$/.test(written ?? "") ? Number(written) : null;
}

/** Whether an item is a task: null if it is none. */
function boxOf({ attributes, children }: PastedElement): boolean | null {
  if (attributes.role === "checkbox") return attributes["aria-checked"] === "true";
  const [first] = children.filter((one) => typeof one !== "string" || one.trim() !== "");
  const classes = typeof first === "object" ? (first.attributes.class ?? "") : "";
  if (/\bcheckbox-on\b/.test(classes)) return true;
  return /\bcheckbox-off\b/.test(classes) ? false : null;
}

/** A task has its box as a sign; the picture of one is not needed. */
function withBox(blocks: readonly CleanBlock[], isDone: boolean): CleanBlock[] {
  const [first, ...others] = blocks.filter(({ kind }) => kind !== "picture");
  if (first?.kind !== "paragraph") return [...blocks];
  const box = { text: isDone ? "☑ " : "☐ ", look: PLAIN };
  return [{ ...first, runs: [box, ...first.runs] }, ...others];
}
