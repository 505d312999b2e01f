import { escapeText } from "../../escape-html.ts";
import { anchor } from "../block-field.ts";
import { cellsToHtml } from "../cells-to-html.ts";
import { hasMarkdown, markdownToHtml } from "../markdown-to-html.ts";
import { type LeftOut, noneLeftOut } from "../paste-report.ts";
import { readBlocks } from "./clean.ts";
import type { CleanBlock, Paste } from "./clean-block.ts";
import { hasWords, leaveOut } from "./leave-out.ts";
import { PLAIN } from "./look.ts";
import { readHtml } from "./read-html.ts";
import type { PastedNode } from "./style.ts";
import { withWordLists } from "./word-lists.ts";

export type PastedText = { html: string; text: string };

export type ReadPaste = { blocks: CleanBlock[]; leftOut: LeftOut };

/** Reads the clipboard of a word processor, a spreadsheet, a web page or a text once for all places. */
export function readPaste(pasted: PastedText, hasAnchors: boolean): ReadPaste {
  if (isTooLong(pasted)) return { blocks: [], leftOut: { ...noneLeftOut(), isTooLong: true } };
  const read = readHtml(pasted.html);
  const isHtml = hasWords(read) || hasPicture(read) || pasted.text.trim() === "";
  const { nodes, leftOut } = leaveOut(isHtml ? read : readHtml(textToHtml(pasted.text)));
  const lists = withWordLists(nodes);
  const targets = new Set(hasAnchors ? headingIds(lists) : []);
  const paste: Paste = {
    targets,
    read: (inside, look) => readBlocks(inside, look, paste),
    leaveDeletion: () => {
      leftOut.deletions += 1;
    },
    leaveCell: () => {
      leftOut.hiddenCells += 1;
    },
  };
  return { blocks: readBlocks(lists, PLAIN, paste), leftOut };
}

const MAX_SIGNS = 40_000;

/** Whether the clipboard has more tags, or lines and marks of Markdown, than an editor can show at once. */
function isTooLong({ html, text }: PastedText): boolean {
  const signs = html === "" ? text.split(/[\n\t<>`*_~|[-]/, MAX_SIGNS + 1) : html.split("<", MAX_SIGNS + 1);
  return signs.length > MAX_SIGNS;
}

/** Plain text as HTML: the cells of a spreadsheet, Markdown, or a paragraph for each line. */
function textToHtml(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, "\n");
  return cellsToHtml(lines) ?? (hasMarkdown(lines) ? markdownToHtml(lines) : paragraphs(lines));
}

function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((one) => `<p>${escapeText(one).replaceAll("\n", "<br>")}</p>`)
    .join("");
}

function hasPicture(nodes: readonly PastedNode[]): boolean {
  return nodes.some((node) => typeof node !== "string" && (node.tag === "img" || hasPicture(node.children)));
}

/** The ids that headings of a page can have: a link leads to no other place. */
function headingIds(nodes: readonly PastedNode[], isInHeading = false): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string") return [];
    const isInside = isInHeading || /^h[1-6]$/.test(node.tag);
    const own = isInside ? [node.attributes.id, node.attributes.name].filter(isAnchor) : [];
    return [...own, ...headingIds(node.children, isInside)];
  });
}

export function isAnchor(id: string | undefined): id is string {
  return anchor.read(id) === id && id !== undefined;
}
