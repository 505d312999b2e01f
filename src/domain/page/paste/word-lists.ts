import { type Counter, countersOf } from "./list-marks.ts";
import type { PastedElement, PastedNode } from "./style.ts";

/** A paragraph that Word numbers: its mark as written, and its words. */
type Item = { level: number; mark: string; isBullet: boolean; content: PastedNode[]; inside: Item[] };

/** Word writes each item of a list as a paragraph with a mark in it: they become lists, which have the same marks. */
export function withWordLists(nodes: readonly PastedNode[]): PastedNode[] {
  const result: PastedNode[] = [];
  let items: Item[] = [];
  const finish = () => {
    result.push(...listsOf(nest(items)));
    items = [];
  };
  for (const node of nodes) {
    const item = typeof node === "string" ? null : readItem(node);
    if (item) {
      items.push(item);
      continue;
    }
    // Line ends between two items are not between two lists.
    if (items.length > 0 && typeof node === "string" && node.trim() === "") continue;
    finish();
    result.push(typeof node === "string" ? node : { ...node, children: withWordLists(node.children) });
  }
  finish();
  return result;
}

function readItem({ tag, style, children }: PastedElement): Item | null {
  const list = style["mso-list"];
  if ((tag !== "p" && tag !== "div") || !list || !/^l\d/.test(list)) return null;
  const level = Number(/\blevel(\d{1,2})\b/.exec(list)?.[1] ?? 1);
  const marks: { text: string; isSymbol: boolean }[] = [];
  const content = withoutMarks(children, false, marks);
  const mark = marks
    .map(({ text }) => text)
    .join("")
    .trim();
  const isBullet =
    mark === "" || !/[\d\p{L}]/u.test(mark) || marks.some(({ isSymbol }) => isSymbol) || mark === "o";
  return { level, mark: mark.replaceAll(/\s+/g, " "), isBullet, content, inside: [] };
}

const SYMBOLS = /symbol|wingdings|webdings|courier/;

/** The mark is in an element of its own, inside others. */
function withoutMarks(
  nodes: readonly PastedNode[],
  isSymbol: boolean,
  marks: { text: string; isSymbol: boolean }[],
): PastedNode[] {
  return nodes.flatMap((node): PastedNode[] => {
    if (typeof node === "string") return [node];
    const isOfSymbols = isSymbol || SYMBOLS.test(node.style["font-family"] ?? "");
    if (isMark(node)) {
      marks.push({ text: wordsOf(node.children), isSymbol: isOfSymbols });
      return [];
    }
    return [{ ...node, children: withoutMarks(node.children, isOfSymbols, marks) }];
  });
}

/** Whether an element is the mark of an item, which Word draws itself. */
export function isMark({ style }: PastedElement): boolean {
  return style["mso-list"] === "ignore";
}

export function wordsOf(nodes: readonly PastedNode[]): string {
  return nodes.map((node) => (typeof node === "string" ? node : wordsOf(node.children))).join("");
}

/** Items inside those of the level above. */
function nest(items: readonly Item[]): Item[] {
  const roots: Item[] = [];
  const open: Item[] = [];
  for (const item of items) {
    while ((open.at(-1)?.level ?? 0) >= item.level) open.pop();
    (open.at(-1)?.inside ?? roots).push(item);
    open.push(item);
  }
  return roots;
}

/** Lists where a list's own marks are the same, and paragraphs with the written mark where they would differ. */
function listsOf(items: readonly Item[]): PastedNode[] {
  const counters = countersOf(items.map(({ mark, isBullet }) => (isBullet ? "" : mark)));
  const result: PastedNode[] = [];
  let before: Counter | "bullet" | null = null;
  items.forEach((item, index) => {
    const counter = item.isBullet ? "bullet" : (counters[index] ?? null);
    const inside = listsOf(item.inside);
    if (counter === null) {
      result.push(element("p", {}, [`${item.mark} `, ...item.content]), ...inside);
    } else {
      const list = result.at(-1);
      const entry = element("li", {}, [...item.content, ...inside]);
      if (before === counter && typeof list === "object") list.children.push(entry);
      else result.push(listOf(counter, entry));
    }
    before = counter;
  });
  return result;
}

function listOf(counter: Counter | "bullet", entry: PastedElement): PastedElement {
  if (counter === "bullet") return element("ul", {}, [entry]);
  return element("ol", { start: String(counter.start), type: counter.type }, [entry]);
}

function element(tag: string, attributes: Record<string, string>, children: PastedNode[]): PastedElement {
  return { tag, attributes, style: {}, children };
}
