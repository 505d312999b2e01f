import { DOMSerializer, type Node as ModelNode, DOMParser as ModelParser } from "@tiptap/pm/model";
import { withListsAroundItems } from "#blocks/rich-text.tsx";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";
import { LOOSE, richSchema, SECTION } from "./schema.ts";

const BLOCKS = "p, h2, h3, h4, ul, ol, li, blockquote, pre, table, hr";
/** Elements that contain other blocks, or text without a paragraph. */
const HOLDERS = "li, td, th, blockquote";
const CELLS = "> tr > :is(td, th), > * > tr > :is(td, th)";
const LINES = "p, h2, h3, h4";
const WORDS = /[^ \t\r\n\f]/;
const NO_BREAK_SPACE = "\u00a0";

/** The model of a stored text. Without an edit it must not be stored again, because that would normalise it. */
export function fromHtml(html: string): ModelNode {
  const { body } = new DOMParser().parseFromString(withListsAroundItems(sanitiseHtml(html)), "text/html");
  for (const line of body.querySelectorAll(LINES)) {
    // Readers see nothing of a line without even a break.
    if (!isShown(line)) line.remove();
  }
  for (const list of body.querySelectorAll(":is(ul, ol) > :is(ul, ol)")) {
    if (list.previousElementSibling?.tagName === "LI") list.previousElementSibling.append(list);
  }
  mergeCaptions(body);
  for (const empty of body.querySelectorAll(`:is(ul, ol):not(:has(li)), table:not(:has(${CELLS}))`)) {
    const words = body.ownerDocument.createElement("p");
    words.append(...empty.childNodes);
    for (const caption of words.querySelectorAll(":scope > caption"))
      caption.replaceWith(...caption.childNodes);
    empty.replaceWith(...(isShown(words) ? [words] : []));
  }
  arrangeRows(body);
  for (const holder of [body, ...body.querySelectorAll(HOLDERS)]) wrapLooseWords(holder);
  for (const line of body.querySelectorAll(LINES)) lastBreak(line)?.remove();
  return ModelParser.fromSchema(richSchema).parse(body);
}

/** A table has one caption. */
function mergeCaptions(body: HTMLElement): void {
  for (const caption of body.querySelectorAll("caption ~ caption")) {
    caption.parentElement?.querySelector("caption")?.append(" ", ...caption.childNodes);
    caption.remove();
  }
}

function arrangeRows(body: HTMLElement): void {
  for (const cell of body.querySelectorAll('[rowspan="0"]')) {
    // It reaches down to the last row of its part of the table.
    const rows = [...(cell.parentElement?.parentElement?.children ?? [])];
    cell.setAttribute("rowspan", String(rows.length - rows.findIndex((row) => row.contains(cell))));
  }
  for (const foot of body.querySelectorAll("table > tfoot")) foot.parentElement?.append(foot);
}

/** The stored form of a text: what a sanitiser allows, and nothing for a text without content. */
export function toHtml(text: ModelNode): string {
  const holder = document.createElement("div");
  DOMSerializer.fromSchema(text.type.schema).serializeFragment(text.content, { document }, holder);
  for (const line of holder.querySelectorAll(LINES)) preserveSpaces(line);
  for (const line of holder.querySelectorAll<HTMLElement>(LINES)) endLine(line);
  for (const pre of holder.querySelectorAll("pre")) removeFirstNewline(pre);
  for (const table of holder.querySelectorAll("table")) groupRows(table);
  if (!WORDS.test(holder.textContent ?? "") && !holder.querySelector("hr, td, th, li")) return "";
  return sanitiseHtml(holder.innerHTML.toWellFormed());
}

function wrapLooseWords(holder: Element): void {
  let group: ChildNode[] = [];
  const wrap = () => {
    const [first] = group;
    if (first && group.some(isShown)) {
      const paragraph = holder.ownerDocument.createElement("p");
      paragraph.setAttribute(LOOSE, "");
      first.before(paragraph);
      paragraph.append(...group);
    }
    group = [];
  };
  for (const node of Array.from(holder.childNodes)) {
    const isBlock = node instanceof Element && (node.matches(BLOCKS) || node.querySelector(BLOCKS) !== null);
    if (isBlock) wrap();
    else group.push(node);
  }
  wrap();
}

function isShown(node: ChildNode): boolean {
  if (node.nodeName === "BR" || WORDS.test(node.textContent ?? "")) return true;
  return node instanceof Element && node.querySelector("br, hr, td, th") !== null;
}

/** A break with nothing after it, which only ends its line. */
function lastBreak(line: Element): Element | null {
  const nodes = line.ownerDocument.createTreeWalker(line, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let last: ChildNode | null = null;
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node.nodeName === "BR" || WORDS.test(node.nodeValue ?? "")) last = node as ChildNode;
  }
  return last instanceof Element ? last : null;
}

/** Browsers show several spaces as one, and none at the edges of a line. */
function preserveSpaces(line: Element): void {
  const nodes = line.ownerDocument.createTreeWalker(line, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let isAfterSpace = true;
  let last: Text | null = null;
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node.nodeName === "BR") {
      endSpaces(last);
      last = null;
      isAfterSpace = true;
    } else if (node.nodeType === globalThis.Node.TEXT_NODE) {
      last = node as Text;
      let words = "";
      for (const sign of last.data.replaceAll(/[\t\r\n\f]/g, " ")) {
        words += sign === " " && isAfterSpace ? NO_BREAK_SPACE : sign;
        isAfterSpace = words.endsWith(" ");
      }
      last.data = words;
    }
  }
  endSpaces(last);
}

function endSpaces(last: Text | null): void {
  if (last?.data.endsWith(" ")) last.data = `${last.data.slice(0, -1)}${NO_BREAK_SPACE}`;
}

/** Gives an empty line its height, and removes the <p> around text that was stored without one. */
function endLine(line: HTMLElement): void {
  const parent = line.parentElement;
  const after = [...(parent?.children ?? [])].slice(1);
  const isFirst = parent?.firstElementChild === line;
  const isAlone = isFirst && after.length === 0;
  const isBeforeLists =
    isFirst && parent?.tagName === "LI" && after.every(({ tagName }) => tagName === "UL" || tagName === "OL");
  const isLoose = line.hasAttribute(LOOSE) && (isAlone || isBeforeLists);
  const isEmpty = line.firstChild === null;
  if (lastBreak(line) || (isEmpty && !(isLoose && isAlone))) {
    line.append(line.ownerDocument.createElement("br"));
  }
  if (isLoose) line.replaceWith(...line.childNodes);
}

/** A reader of HTML drops the first newline of a <pre>. */
function removeFirstNewline(pre: Element): void {
  const first = pre.ownerDocument.createTreeWalker(pre, NodeFilter.SHOW_TEXT).nextNode() as Text | null;
  if (!first?.data.startsWith("\n")) return;
  first.data = first.data.replace(/^\n+/, "");
  for (let empty: Node | null = first; empty && empty !== pre && empty.textContent === ""; ) {
    const { parentNode }: Node = empty;
    parentNode?.removeChild(empty);
    empty = parentNode;
  }
  removeFirstNewline(pre);
}

/** Puts the rows of the head at the start, and those of the foot at the end, into an element of their own. */
function groupRows(table: Element): void {
  const body = table.querySelector(":scope > tbody");
  if (!body) return;
  const rows = [...body.children];
  const sectionOf = (row: Element | undefined) => row?.getAttribute(SECTION) ?? "tbody";
  const headEnd = rows.findIndex((row) => sectionOf(row) !== "thead");
  const head = headEnd === -1 ? rows : rows.slice(0, headEnd);
  const footStart = rows.findLastIndex((row) => sectionOf(row) !== "tfoot") + 1;
  const foot = rows.slice(Math.max(head.length, footStart));
  const wrap = (name: string, own: readonly Element[]) => {
    const section = table.ownerDocument.createElement(name);
    section.append(...own);
    return own.length === 0 ? [] : [section];
  };
  body.before(...wrap("thead", head));
  body.after(...wrap("tfoot", foot));
  if (body.children.length === 0) body.remove();
}
