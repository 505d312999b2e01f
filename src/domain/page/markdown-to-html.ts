import { escapeText } from "../escape-html.ts";
import { inlineMarkdown } from "./inline-markdown.ts";

const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const DIVIDER = /^[\s:|-]+$/;
/** Quotes deeper than this are text. */
const MAX_DEPTH = 20;

export function hasMarkdown(text: string): boolean {
  return /^(?:#{1,6}\s|\s*[-*+]\s|\s{0,3}\d{1,9}[.)]\s|>\s|```|\|.*\|)|\[[^\]\n]{0,200}\]\([^)\s]|\*\*\S|~~\S|`\S/m.test(
    text.trim(),
  );
}

/** HTML of Markdown as people write it: headings, lists, tables, quotes, code, pictures, links and stresses. */
export function markdownToHtml(markdown: string, depth = 0): string {
  const lines = markdown.replaceAll("\r\n", "\n").split("\n");
  const parts: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const [html, next] = readPart(lines, at, depth);
    parts.push(html);
    at = Math.max(next, at + 1);
  }
  return parts.join("");
}

function readPart(lines: readonly string[], at: number, depth: number): [html: string, next: number] {
  const line = lines[at] ?? "";
  if (line.trim() === "") return ["", at + 1];
  const [, marks, title = ""] = /^(#{1,6})\s(.*)$/.exec(line) ?? [];
  if (marks !== undefined)
    return [`<h${marks.length}>${inlineMarkdown(withoutClosingMarks(title))}</h${marks.length}>`, at + 1];
  if (/^\s*(?:-\s*){3,}$|^\s*(?:\*\s*){3,}$|^\s*(?:_\s*){3,}$/.test(line)) return ["<hr>", at + 1];
  if (line.startsWith("```")) {
    const end = endOf(lines, at + 1, (one) => !one.startsWith("```"));
    return [`<pre>${escapeText(lines.slice(at + 1, end).join("\n"))}</pre>`, end + 1];
  }
  if (line.startsWith(">") && depth < MAX_DEPTH) {
    const end = endOf(lines, at, (one) => one.startsWith(">"));
    const inside = lines.slice(at, end).map((one) => one.replace(/^>\s?/, ""));
    return [`<blockquote>${markdownToHtml(inside.join("\n"), depth + 1)}</blockquote>`, end];
  }
  if (isTable(lines, at)) return readTable(lines, at);
  if (beginsList(lines, at)) return readList(lines, at);
  const isInside = (one: string, place: number) =>
    one.trim() !== "" &&
    !/^(?:#{1,6}\s|```|>)/.test(one) &&
    !beginsList(lines, place) &&
    !isTable(lines, place);
  const end = endOf(lines, at + 1, isInside);
  return [`<p>${lines.slice(at, end).map(inlineMarkdown).join("<br>")}</p>`, end];
}

function endOf(
  lines: readonly string[],
  from: number,
  isInside: (line: string, at: number) => boolean,
): number {
  let end = from;
  while (end < lines.length && isInside(lines[end] ?? "", end)) end += 1;
  return end;
}

function withoutClosingMarks(title: string): string {
  const words = title.trim();
  let end = words.length;
  while (words[end - 1] === "#") end -= 1;
  return end === 0 || words[end - 1] === " " ? words.slice(0, end).trimEnd() : words;
}

function isTable(lines: readonly string[], at: number): boolean {
  const divider = lines[at + 1] ?? "";
  return (lines[at] ?? "").includes("|") && divider.includes("-") && DIVIDER.test(divider);
}

function readTable(lines: readonly string[], at: number): [string, number] {
  const end = endOf(lines, at, (one) => one.includes("|"));
  const [head = "", , ...rows] = lines.slice(at, Math.max(end, at + 2));
  const row = (line: string, tag: string) =>
    `<tr>${cellsOf(line)
      .map((one) => `<${tag}>${inlineMarkdown(one)}</${tag.slice(0, 2)}>`)
      .join("")}</tr>`;
  const body = rows.map((line) => row(line, "td")).join("");
  const top = row(head, 'th scope="col"');
  return [`<table><thead>${top}</thead><tbody>${body}</tbody></table>`, Math.max(end, at + 2)];
}

function cellsOf(row: string): string[] {
  const inside = row.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inside.split(/(?<!\\)\|/).map((one) => one.replaceAll("\\|", "|").trim());
}

/** A sentence can begin with a number, such as a year: it begins a list if it is the first, or the next one follows. */
function beginsList(lines: readonly string[], at: number): boolean {
  const [, , mark = ""] = ITEM.exec(lines[at] ?? "") ?? [];
  if (!/^\d/.test(mark)) return mark !== "";
  const number = Number.parseInt(mark, 10);
  if (number <= 1) return true;
  const next = [1, 2, 3].map((step) => lines[at + step] ?? "").find((line) => line.trim() !== "") ?? "";
  const [, , nextMark = ""] = ITEM.exec(next) ?? [];
  return Number.parseInt(nextMark, 10) === number + 1;
}

/** A list with the lists inside it, which are indented further. */
function readList(lines: readonly string[], at: number): [string, number] {
  const [, indent = "", mark = "-"] = ITEM.exec(lines[at] ?? "") ?? [];
  const tag = /\d/.test(mark) ? "ol" : "ul";
  const number = Number.parseInt(mark, 10);
  const start = tag === "ol" && number !== 1 ? ` start="${number}"` : "";
  const items: string[] = [];
  let next = at;
  while (next < lines.length) {
    const read = readListPart(lines, next, indent, tag === "ol");
    if (read === null) break;
    if (read.isItem) items.push(read.html);
    else items[items.length - 1] += read.html;
    next = read.end;
  }
  return [`<${tag}${start}>${items.map((one) => `<li>${one}</li>`).join("")}</${tag}>`, next];
}

type ListPart = { isItem: boolean; html: string; end: number };

/** The next item, or what belongs to the one before; null where the list ends. */
function readListPart(
  lines: readonly string[],
  at: number,
  indent: string,
  isNumbered: boolean,
): ListPart | null {
  const line = lines[at] ?? "";
  const [, own = "", mark = "", text = ""] = ITEM.exec(line) ?? [];
  if (line.trim() === "")
    return ITEM.test(lines[at + 1] ?? "") ? { isItem: false, html: "", end: at + 1 } : null;
  if (mark === "") {
    if (!/^(?: {2}|\t)/.test(line)) return null;
    return { isItem: false, html: ` ${inlineMarkdown(line.trim())}`, end: at + 1 };
  }
  if (own.length < indent.length) return null;
  if (own.length > indent.length) {
    const [html, end] = readList(lines, at);
    return { isItem: false, html, end };
  }
  if (/\d/.test(mark) !== isNumbered) return null;
  return { isItem: true, html: inlineMarkdown(withBox(text)), end: at + 1 };
}

/** A task has its box as a sign. */
function withBox(text: string): string {
  const [, sign, words = ""] = /^\[([ xX])\]\s+(.*)$/.exec(text) ?? [];
  if (sign === undefined) return text;
  return `${sign === " " ? "☐" : "☑"} ${words}`;
}
