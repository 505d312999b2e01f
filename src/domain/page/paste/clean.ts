import { safeUrl } from "../safe-url.ts";
import type { CleanBlock, CleanPicture, Paste } from "./clean-block.ts";
import { readList } from "./clean-list.ts";
import { readTable } from "./clean-table.ts";
import { type Look, lookInside, PLAIN, type Run, trimRuns, withMark } from "./look.ts";
import type { PastedElement, PastedNode } from "./style.ts";
import { isMark, wordsOf } from "./word-lists.ts";

/** Elements that begin and end a line. */
const GROUPS = new Set(
  (
    "p div section article main header footer aside nav figure figcaption address details summary " +
    "fieldset legend form dl dt dd center body html hgroup search dialog thead tbody tfoot tr td th caption"
  ).split(" "),
);
const SPACES = /[ \t\n\r\f]+/g;
const LISTS = new Set(["ul", "ol", "menu", "dir"]);

/** The blocks of nodes inside an element with this look. */
export function readBlocks(nodes: readonly PastedNode[], look: Look, paste: Paste): CleanBlock[] {
  return new BlockReader(paste).read(nodes, look);
}

class BlockReader {
  readonly #paste: Paste;
  readonly #blocks: CleanBlock[] = [];
  #line: Run[] = [];
  /** They come after the line that they are in. */
  #pictures: CleanPicture[] = [];

  constructor(paste: Paste) {
    this.#paste = paste;
  }

  read(nodes: readonly PastedNode[], look: Look): CleanBlock[] {
    this.#collectRows(nodes, look);
    this.#endLine();
    return this.#blocks;
  }

  #collectRows(nodes: readonly PastedNode[], look: Look): void {
    for (const node of withItemsInLists(nodes)) {
      if (typeof node === "string")
        this.#line.push({ text: withoutControls(node).replaceAll(SPACES, " "), look });
      else this.#take(node, look);
    }
  }

  #take(element: PastedElement, around: Look): void {
    const { tag, attributes, children } = element;
    const look = lookInside(element, around);
    const level = levelOf(element);
    if (tag === "br") this.#line.push({ text: "\n", look });
    else if (isMark(element)) this.#line.push({ text: `${wordsOf(children).trim()} `, look });
    else if (isSpaces(element)) this.#line.push({ text: " ", look });
    else if (tag === "img") this.#picture(element, look);
    else if (tag === "input") this.#line.push({ text: boxOf(attributes), look });
    else if (level !== null) this.#heading(element, look, level);
    else if (LISTS.has(tag)) this.#add(readList(element, look, this.#paste));
    else if (tag === "table") this.#add(readTable(element, look, this.#paste));
    else if (tag === "blockquote") this.#quote(children, look);
    else if (tag === "pre") this.#code(children, look);
    else if (tag === "hr") this.#add([{ kind: "line" }]);
    else if (GROUPS.has(tag)) {
      this.#endLine();
      this.#collectRows(children, look);
      this.#endLine();
    } else this.#collectRows(children, tag === "a" ? this.#linkLook(element, look) : look);
  }

  #add(blocks: readonly CleanBlock[]): void {
    this.#endLine();
    this.#blocks.push(...blocks);
  }

  #endLine(): void {
    const runs = trimRuns(this.#line);
    const pictures = this.#pictures;
    this.#line = [];
    this.#pictures = [];
    if (runs.length > 0) this.#blocks.push({ kind: "paragraph", runs });
    this.#blocks.push(...pictures);
  }

  #heading({ children, attributes }: PastedElement, look: Look, level: number): void {
    // Its own element makes it bold.
    const marks = new Set([...look.marks].filter((mark) => mark === "s"));
    const blocks = this.#paste.read(children, { ...look, marks });
    this.#endLine();
    const runs = blocks.flatMap((block, index) =>
      block.kind === "paragraph" ? [...(index > 0 ? [{ text: " ", look: PLAIN }] : []), ...block.runs] : [],
    );
    const remaining = trimRuns(this.#withoutDeletions(runs));
    const ids = [attributes.id, attributes.name, ...idsIn(children)].filter((id) => id !== undefined);
    if (remaining.length > 0) this.#blocks.push({ kind: "heading", level, runs: remaining, ids });
    this.#blocks.push(...blocks.filter(({ kind }) => kind !== "paragraph"));
  }

  /** Where words cannot be struck out, deleted ones would be there again. */
  #withoutDeletions(runs: readonly Run[]): Run[] {
    const remaining = runs.filter(({ look }) => !look.marks.has("s"));
    if (remaining.length < runs.length) this.#paste.leaveDeletion();
    return remaining;
  }

  #quote(children: readonly PastedNode[], look: Look): void {
    const blocks = this.#paste.read(children, look);
    this.#endLine();
    if (blocks.length > 0) this.#blocks.push({ kind: "quote", blocks });
  }

  #code(children: readonly PastedNode[], look: Look): void {
    const runs = this.#withoutDeletions(preRuns(children, look));
    this.#endLine();
    const text = runs.map((run) => run.text.replaceAll("\r", "")).join("");
    const lines = text.replace(/^\n/, "").trimEnd();
    if (lines.trim() !== "") this.#blocks.push({ kind: "code", text: lines });
  }

  #picture({ attributes }: PastedElement, look: Look): void {
    const { src = "", alt = "", width, height } = attributes;
    // A picture of one letter is that letter, and one of a pixel counts readers.
    if (/^\p{Extended_Pictographic}[\p{Emoji_Component}\p{Extended_Pictographic}]{0,12}$/u.test(alt.trim())) {
      this.#line.push({ text: alt.trim(), look });
      return;
    }
    if (/^[01](?:px)?$/.test(width ?? "") || /^[01](?:px)?$/.test(height ?? "")) return;
    this.#pictures.push({ kind: "picture", src: src.trim(), alt: withoutControls(alt).trim() });
  }

  #linkLook({ attributes, style, children }: PastedElement, look: Look): Look {
    const href = safeUrl(attributes.href);
    if (href === undefined || !href.startsWith("#")) {
      const isNote = style["mso-footnote-id"] !== undefined || style["mso-endnote-id"] !== undefined;
      const inside = { ...look, href: href ?? "" };
      return isNote ? withMark(inside, "sup") : inside;
    }
    if (this.#paste.targets.has(href.slice(1))) return { ...look, href };
    const dead = { ...look, href: "" };
    return isNoteMark(href, wordsOf(children)) ? withMark(dead, "sup") : dead;
  }
}

/** Items without a list get one. */
function withItemsInLists(nodes: readonly PastedNode[]): readonly PastedNode[] {
  if (!nodes.some((node) => typeof node !== "string" && node.tag === "li")) return nodes;
  const result: PastedNode[] = [];
  let list: PastedElement | null = null;
  for (const node of nodes) {
    const isItem = typeof node !== "string" && node.tag === "li";
    if (isItem && list) list.children.push(node);
    else if (isItem) {
      list = { tag: "ul", attributes: {}, style: {}, children: [node] };
      result.push(list);
    } else if (list === null || typeof node !== "string" || node.trim() !== "") {
      list = null;
      result.push(node);
    }
  }
  return result;
}

/** The mark of a note: to its place no link leads, but it is raised. */
function isNoteMark(href: string, words: string): boolean {
  return /^#_?(?:ftn|edn|sdfootnote|sdendnote|footnote|fn)/i.test(href) && words.trim().length < 12;
}

function levelOf({ tag, attributes, style }: PastedElement): number | null {
  const [, level] = /^h([1-6])$/.exec(tag) ?? [];
  if (level !== undefined) return Number(level);
  if (tag !== "p") return null;
  const classes = (attributes.class ?? "").split(/\s+/);
  if (classes.includes("MsoTitle")) return 1;
  if (classes.includes("MsoSubtitle")) return 2;
  const [, outline] = /^([1-6])$/.exec(style["mso-outline-level"] ?? "") ?? [];
  return outline === undefined ? null : Number(outline);
}

/** Spaces that only bring words to their place: a tab, its dots, and those that HTML would swallow. */
function isSpaces({ style, attributes, children }: PastedElement): boolean {
  const isOnlySpaces =
    style["mso-tab-count"] !== undefined ||
    style["mso-spacerun"] !== undefined ||
    attributes.class === "Apple-converted-space";
  return isOnlySpaces && /^[\s\u00a0.·_-]*$/.test(wordsOf(children));
}

function boxOf({ type, checked }: Readonly<Record<string, string>>): string {
  if (type?.toLowerCase() !== "checkbox") return "";
  return checked === undefined ? "☐ " : "☑ ";
}

function idsIn(nodes: readonly PastedNode[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string") return [];
    const { id, name } = node.attributes;
    return [id, name].filter((one) => one !== undefined).concat(idsIn(node.children));
  });
}

function preRuns(nodes: readonly PastedNode[], look: Look): Run[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string") return [{ text: withoutControls(node), look }];
    if (node.tag === "br") return [{ text: "\n", look: PLAIN }];
    const runs = preRuns(node.children, lookInside(node, look));
    return GROUPS.has(node.tag) ? [...runs, { text: "\n", look: PLAIN }] : runs;
  });
}

function withoutControls(text: string): string {
  return text.replaceAll(/[[\p{Cc}\u{feff}\u{fffe}\u{ffff}]--[\t\n\r\f]]/gv, "");
}
