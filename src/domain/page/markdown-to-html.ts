import { escapeHtml } from "./pasted-html.ts";

const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const DIVIDER = /^\s*\|?[\s:|-]*-[\s:|-]*$/;

/** Whether plain text has the marks of Markdown, or several paragraphs. */
export function looksLikeMarkdown(text: string): boolean {
  return /^(#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|>\s|```|\|.*\|)|!?\[[^\]]*\]\([^)\s]+\)|\*\*\S|\n\s*\n/m.test(
    text.trim(),
  );
}

/** HTML of Markdown as people write it: headings, lists, tables, quotes, code, pictures, links and stresses. */
export function markdownToHtml(markdown: string): string {
  const lines = markdown.replaceAll("\r\n", "\n").split("\n");
  const parts: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const [html, next] = readPart(lines, at);
    parts.push(html);
    at = Math.max(next, at + 1);
  }
  return parts.join("");
}

function readPart(lines: readonly string[], at: number): [html: string, next: number] {
  const line = lines[at] ?? "";
  if (line.trim() === "") return ["", at + 1];
  const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
  if (heading)
    return [`<h${heading[1]?.length}>${inline(heading[2] ?? "")}</h${heading[1]?.length}>`, at + 1];
  if (/^\s*(?:-\s*){3,}$|^\s*(?:\*\s*){3,}$|^\s*(?:_\s*){3,}$/.test(line)) return ["<hr>", at + 1];
  if (line.startsWith("```")) {
    const end = endOf(lines, at + 1, (one) => !one.startsWith("```"));
    return [`<pre>${escapeHtml(lines.slice(at + 1, end).join("\n"))}</pre>`, end + 1];
  }
  if (line.startsWith(">")) {
    const end = endOf(lines, at, (one) => one.startsWith(">"));
    const inside = lines.slice(at, end).map((one) => one.replace(/^>\s?/, ""));
    return [`<blockquote>${markdownToHtml(inside.join("\n"))}</blockquote>`, end];
  }
  if (line.includes("|") && DIVIDER.test(lines[at + 1] ?? "")) return readTable(lines, at);
  if (ITEM.test(line)) return readList(lines, at);
  const end = endOf(
    lines,
    at,
    (one) => one.trim() !== "" && !/^(#{1,6}\s|```|>)/.test(one) && !ITEM.test(one),
  );
  return [`<p>${lines.slice(at, end).map(inline).join("<br>")}</p>`, end];
}

function endOf(lines: readonly string[], from: number, isInside: (line: string) => boolean): number {
  let end = from;
  while (end < lines.length && isInside(lines[end] ?? "")) end += 1;
  return end;
}

function readTable(lines: readonly string[], at: number): [string, number] {
  const end = endOf(lines, at, (one) => one.includes("|"));
  const [head = "", , ...rows] = lines.slice(at, end);
  const cells = (row: string) =>
    row
      .trim()
      .replace(/^\|/, "")
      .replace(/\|$/, "")
      .split("|")
      .map((one) => inline(one.trim()));
  const body = rows
    .map(
      (row) =>
        `<tr>${cells(row)
          .map((one) => `<td>${one}</td>`)
          .join("")}</tr>`,
    )
    .join("");
  const top = cells(head)
    .map((one) => `<th scope="col">${one}</th>`)
    .join("");
  return [`<table><thead><tr>${top}</tr></thead><tbody>${body}</tbody></table>`, end];
}

/** A list with the lists inside it, which are indented further. */
function readList(lines: readonly string[], at: number): [string, number] {
  const [, indent = "", mark = "-"] = ITEM.exec(lines[at] ?? "") ?? [];
  const tag = /\d/.test(mark) ? "ol" : "ul";
  const start = tag === "ol" && Number.parseInt(mark, 10) > 1 ? ` start="${Number.parseInt(mark, 10)}"` : "";
  const items: string[] = [];
  let next = at;
  while (next < lines.length) {
    const [, own = "", ownMark = "", text = ""] = ITEM.exec(lines[next] ?? "") ?? [];
    if (ownMark === "" || own.length < indent.length) break;
    if (own.length > indent.length) {
      const [inside, after] = readList(lines, next);
      items[items.length - 1] += inside;
      next = after;
    } else {
      if (/\d/.test(ownMark) !== (tag === "ol")) break;
      items.push(inline(text));
      next += 1;
    }
  }
  return [`<${tag}${start}>${items.map((one) => `<li>${one}</li>`).join("")}</${tag}>`, next];
}

/** Stresses, code, links and pictures within a line. */
function inline(text: string): string {
  return escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>")
    .replaceAll(/!\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g, '<img alt="$1" src="$2">')
    .replaceAll(/\[([^\]]+)\]\(([^)\s]+)[^)]*\)/g, '<a href="$2">$1</a>')
    .replaceAll(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, "<strong>$2</strong>")
    .replaceAll(/(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])/g, "<em>$1</em>")
    .replaceAll(/(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)/g, "<em>$1</em>")
    .replaceAll(/~~(?=\S)(.+?)~~/g, "<s>$1</s>");
}
