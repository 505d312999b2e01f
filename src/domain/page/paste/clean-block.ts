import { escapeText } from "../../escape-html.ts";
import { type Look, type Run, runsToHtml, runsToText } from "./look.ts";
import type { PastedNode } from "./style.ts";

/** What pasted text consists of, whatever program it comes from. */
export type CleanBlock =
  | { kind: "heading"; level: number; runs: Run[]; ids: string[] }
  | { kind: "paragraph"; runs: Run[] }
  | CleanList
  | CleanTable
  | { kind: "quote"; blocks: CleanBlock[] }
  | { kind: "code"; text: string }
  | { kind: "line" }
  | { kind: "picture"; src: string; alt: string };
export type CleanList = {
  kind: "list";
  tag: "ul" | "ol";
  start: number;
  type: string;
  items: CleanBlock[][];
};
export type CleanTable = { kind: "table"; caption: Run[]; head: CleanCell[][]; body: CleanCell[][] };
export type CleanCell = {
  tag: "th" | "td";
  scope: string;
  colspan: number;
  rowspan: number;
  blocks: CleanBlock[];
};
export type CleanPicture = Extract<CleanBlock, { kind: "picture" }>;

/** What is known of the whole paste while it is read. */
export type Paste = {
  /** The ids to which a link may lead. */
  targets: ReadonlySet<string>;
  /** Counts a deleted text where no text can be struck out. */
  leaveDeletion(): void;
  /** Counts the cell of a hidden column. */
  leaveCell(): void;
  /** The blocks of nodes inside an element with this look. */
  read(nodes: readonly PastedNode[], look: Look): CleanBlock[];
};

/** A block as formatted text. Pictures are no text, and headings inside others are bold. */
export function toHtml(block: CleanBlock): string {
  switch (block.kind) {
    case "heading":
      return `<p>${boldHtml(block.runs)}</p>`;
    case "paragraph":
      return `<p>${runsToHtml(block.runs)}</p>`;
    case "list":
      return listHtml(block);
    case "table":
      return tableHtml(block);
    case "quote":
      return `<blockquote>${block.blocks.map(toHtml).join("")}</blockquote>`;
    case "code":
      return `<pre>${escapeText(block.text)}</pre>`;
    case "line":
      return "<hr>";
    case "picture":
      return "";
  }
}

/** A heading in bold, where a place has no headings. */
export function boldHtml(runs: readonly Run[]): string {
  return `<strong>${escapeText(runsToText(runs))}</strong>`;
}

function listHtml({ tag, start, type, items }: CleanList): string {
  const attributes =
    tag === "ol" ? `${start === 1 ? "" : ` start="${start}"`}${type === "1" ? "" : ` type="${type}"`}` : "";
  return `<${tag}${attributes}>${items.map((blocks) => `<li>${itemHtml(blocks)}</li>`).join("")}</${tag}>`;
}

/** The only paragraph of an item or a cell, or the one before a list inside it, needs no element. */
function itemHtml(blocks: readonly CleanBlock[]): string {
  const [first, ...others] = blocks.filter(({ kind }) => kind !== "picture");
  if (first?.kind === "paragraph" && others.every(({ kind }) => kind === "list"))
    return runsToHtml(first.runs) + others.map(toHtml).join("");
  return blocks.map(toHtml).join("");
}

function tableHtml({ caption, head, body }: CleanTable): string {
  const rows = (cells: readonly CleanCell[][]) =>
    cells.map((row) => `<tr>${row.map(cellHtml).join("")}</tr>`).join("");
  return [
    "<table>",
    caption.length > 0 ? `<caption>${runsToHtml(caption)}</caption>` : "",
    head.length > 0 ? `<thead>${rows(head)}</thead>` : "",
    body.length > 0 ? `<tbody>${rows(body)}</tbody>` : "",
    "</table>",
  ].join("");
}

function cellHtml({ tag, scope, colspan, rowspan, blocks }: CleanCell): string {
  const attributes = [
    colspan > 1 ? ` colspan="${colspan}"` : "",
    rowspan > 1 ? ` rowspan="${rowspan}"` : "",
    tag === "th" && scope !== "" ? ` scope="${scope}"` : "",
  ].join("");
  return `<${tag}${attributes}>${itemHtml(blocks)}</${tag}>`;
}

/** The pictures inside a block, which are no part of its text. */
export function picturesIn(block: CleanBlock): CleanPicture[] {
  switch (block.kind) {
    case "picture":
      return [block];
    case "list":
      return block.items.flat().flatMap(picturesIn);
    case "table":
      return [...block.head, ...block.body].flat().flatMap(({ blocks }) => blocks.flatMap(picturesIn));
    case "quote":
      return block.blocks.flatMap(picturesIn);
    case "heading":
    case "paragraph":
    case "code":
    case "line":
      return [];
  }
}
