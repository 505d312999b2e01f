import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import { type PastedElement, type PastedNode, readSheet, type Style, styleOf } from "./style.ts";

const VOID = new Set(["br", "hr", "img", "col", "input", "meta", "link", "base", "area", "wbr", "source"]);
/** Elements deeper than this are read as if they were here. */
const MAX_DEPTH = 100;

type Closing = readonly [closed: readonly string[], within: readonly string[]];
const CELLS = ["td", "th"];
const CLOSED_BY_CELL: Closing = [CELLS, ["table", "tr"]];
const CLOSED_BY_GROUP: Closing = [["thead", "tbody", "tfoot", "tr", ...CELLS], ["table"]];

/** An element that begins closes these, up to the first of the others. */
const CLOSES = new Map<string, Closing>([
  ["li", [["li"], ["ul", "ol", "menu"]]],
  ["dt", [["dt", "dd"], ["dl"]]],
  ["dd", [["dt", "dd"], ["dl"]]],
  ["tr", [["tr", "td", "th"], ["table"]]],
  ["td", CLOSED_BY_CELL],
  ["th", CLOSED_BY_CELL],
  ["tbody", CLOSED_BY_GROUP],
  ["tfoot", CLOSED_BY_GROUP],
]);
const CLOSES_A_PARAGRAPH =
  /^(?:p|div|h[1-6]|ul|ol|dl|table|blockquote|pre|hr|section|article|header|footer|figure|address|form|details)$/;

/** Reads any HTML, also what no sanitiser has seen. Never fails, and takes time in proportion to its length. */
export function readHtml(html: string): PastedNode[] {
  return new Reader(html.toWellFormed()).read();
}

class Reader implements TokenizerCallbacks {
  readonly #html: string;
  readonly #root: PastedElement = { tag: "", attributes: {}, style: {}, children: [] };
  readonly #open: PastedElement[] = [this.#root];
  readonly #sheet: Record<string, Style> = {};
  #tag = "";
  #attributes: Record<string, string> = {};
  #name = "";
  #value = "";

  constructor(html: string) {
    this.#html = html;
  }

  read(): PastedNode[] {
    const tokens = new Tokenizer({ xmlMode: false, decodeEntities: true }, this);
    tokens.write(this.#html);
    tokens.end();
    return this.#root.children;
  }

  ontext(start: number, end: number): void {
    this.#addText(this.#html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.#addText(String.fromCodePoint(codePoint).toWellFormed());
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#attributes = {};
  }

  onattribname(start: number, end: number): void {
    this.#name = this.#html.slice(start, end).toLowerCase();
    this.#value = "";
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint).toWellFormed();
  }

  onattribend(): void {
    if (!Object.hasOwn(this.#attributes, this.#name)) this.#attributes[this.#name] = this.#value;
  }

  onopentagend(): void {
    const tag = this.#tag;
    this.#closeBefore(tag);
    const attributes = this.#attributes;
    const style = styleOf(attributes, this.#sheet);
    const element: PastedElement = { tag, attributes, style, children: [] };
    this.#last.children.push(element);
    if (!VOID.has(tag) && this.#open.length < MAX_DEPTH) this.#open.push(element);
  }

  onselfclosingtag(): void {
    // Only foreign elements, of Office for example, can be empty this way.
    const tag = this.#tag;
    this.onopentagend();
    if (tag.includes(":") && this.#last.tag === tag) this.#open.pop();
  }

  onclosetag(start: number, end: number): void {
    const tag = this.#html.slice(start, end).toLowerCase();
    const at = this.#open.findLastIndex((one) => one.tag === tag);
    if (at <= 0) return;
    const [closed] = this.#open.splice(at);
    if (closed?.tag === "style") Object.assign(this.#sheet, readSheet(closed.children));
  }

  // What is not shown: comments with Office's own XML, conditions and document types.
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  get #last(): PastedElement {
    return this.#open.at(-1) ?? this.#root;
  }

  #addText(text: string): void {
    const { children } = this.#last;
    const before = children.at(-1);
    if (typeof before === "string") children[children.length - 1] = before + text;
    else children.push(text);
  }

  #closeBefore(tag: string): void {
    const [closed, within] = CLOSES.get(tag) ?? [];
    if (closed && within) {
      const bound = this.#open.findLastIndex((one) => within.includes(one.tag));
      const at = this.#open.findIndex((one, index) => index > bound && closed.includes(one.tag));
      if (at > 0) this.#open.length = at;
    }
    if (this.#last.tag === "p" && CLOSES_A_PARAGRAPH.test(tag)) this.#open.pop();
  }
}
