import { escapeText, escapeValue } from "../escape-html.ts";

const STRESSES: Readonly<Record<string, string>> = {
  "**": "strong",
  __: "strong",
  "*": "em",
  _: "em",
  "~~": "s",
};
const MAX_LABEL = 300;
const MAX_ADDRESS = 1000;
const ADDRESS = /https?:\/\/[^\s<>"`]{1,1000}/y;
const SPECIAL = /[\\`![*_~]|https?:\/\//g;

/** Emphasis, code, links and pictures in a line as HTML. Reads each character a bounded number of times. */
export function inlineMarkdown(text: string): string {
  return new LineReader(text).read();
}

class LineReader {
  readonly #text: string;
  readonly #parts: string[] = [];
  /** Stresses that are open, with the part that becomes their tag. */
  readonly #open: { mark: string; part: number }[] = [];
  #at = 0;
  /** There is no closing mark of code after this place. */
  #hasCode = true;

  constructor(text: string) {
    this.#text = text;
  }

  read(): string {
    while (this.#at < this.#text.length) {
      SPECIAL.lastIndex = this.#at;
      const next = SPECIAL.exec(this.#text)?.index ?? this.#text.length;
      this.#parts.push(escapeText(this.#text.slice(this.#at, next)));
      this.#at = next;
      if (next < this.#text.length) this.#special(this.#text[next] ?? "");
    }
    return this.#parts.join("");
  }

  #special(sign: string): void {
    const isTaken =
      (sign === "\\" && this.#escaped()) ||
      (sign === "`" && this.#code()) ||
      (sign === "!" && this.#link(1)) ||
      (sign === "[" && this.#link(0)) ||
      (sign === "h" && this.#address()) ||
      this.#stress();
    if (isTaken) return;
    this.#parts.push(escapeText(sign));
    this.#at += 1;
  }

  #escaped(): boolean {
    const next = this.#text[this.#at + 1] ?? "";
    if (!/[\\`*_{}[\]()#+.!~>|-]/.test(next)) return false;
    this.#parts.push(escapeText(next));
    this.#at += 2;
    return true;
  }

  #code(): boolean {
    const end = this.#hasCode ? this.#text.indexOf("`", this.#at + 1) : -1;
    if (end === -1) this.#hasCode = false;
    if (end <= this.#at + 1) return false;
    this.#parts.push(`<code>${escapeText(this.#text.slice(this.#at + 1, end))}</code>`);
    this.#at = end + 1;
    return true;
  }

  /** A link, or a picture, which has one sign before it. */
  #link(signs: 0 | 1): boolean {
    const from = this.#at + signs;
    const label = this.#text[from] === "[" ? endOfBrackets(this.#text, from, "[", "]", MAX_LABEL) : -1;
    if (label === -1 || this.#text[label + 1] !== "(") return false;
    const end = endOfBrackets(this.#text, label + 1, "(", ")", MAX_ADDRESS);
    if (end === -1) return false;
    const [, address = ""] = /^\s*<?(\S*?)>?(?:\s+["'(].*)?\s*$/.exec(this.#text.slice(label + 2, end)) ?? [];
    if (address === "") return false;
    const words = this.#text.slice(from + 1, label);
    this.#parts.push(
      signs === 1
        ? `<img alt="${escapeValue(words)}" src="${escapeValue(address)}">`
        : `<a href="${escapeValue(address)}">${inlineMarkdown(words)}</a>`,
    );
    this.#at = end + 1;
    return true;
  }

  #address(): boolean {
    ADDRESS.lastIndex = this.#at;
    const [found = ""] = ADDRESS.exec(this.#text) ?? [];
    const address = withoutEnd(found);
    if (!/^https?:\/\/\w/.test(address)) return false;
    this.#parts.push(`<a href="${escapeValue(address)}">${escapeText(address)}</a>`);
    this.#at += address.length;
    return true;
  }

  #stress(): boolean {
    const two = this.#text.slice(this.#at, this.#at + 2);
    const mark = two in STRESSES ? two : (this.#text[this.#at] ?? "");
    const tag = Object.hasOwn(STRESSES, mark) ? STRESSES[mark] : undefined;
    if (tag === undefined) return false;
    const before = this.#text[this.#at - 1] ?? " ";
    const after = this.#text[this.#at + mark.length] ?? " ";
    // Within a word only ** and ~~ count: file_names_have_others.
    const isWithin = mark === "**" || mark === "~~";
    const canClose = /\S/.test(before) && (isWithin || !/[\p{L}\p{N}]/u.test(after));
    const canOpen = /\S/.test(after) && (isWithin || !/[\p{L}\p{N}]/u.test(before));
    const opener = canClose ? this.#open.findLastIndex((one) => one.mark === mark) : -1;
    const found = this.#open[opener];
    this.#at += mark.length;
    if (found) {
      this.#open.length = opener;
      this.#parts[found.part] = `<${tag}>`;
      this.#parts.push(`</${tag}>`);
      return true;
    }
    if (canOpen && this.#open.length < MAX_OPEN) this.#open.push({ mark, part: this.#parts.length });
    this.#parts.push(mark);
    return true;
  }
}

const MAX_OPEN = 50;

/** The place of the bracket that closes the one at `from`; -1 if there is none near. */
function endOfBrackets(text: string, from: number, opening: string, closing: string, most: number): number {
  let depth = 0;
  const end = Math.min(text.length, from + most);
  for (let at = from; at < end; at += 1) {
    const sign = text[at];
    if (sign === "\\") at += 1;
    else if (sign === opening) depth += 1;
    else if (sign === closing) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** An address without the signs of the sentence around it. */
function withoutEnd(found: string): string {
  let end = found.length;
  while (end > 0) {
    const last = found[end - 1] ?? "";
    const isUnopened = last === ")" && !found.slice(0, end - 1).includes("(");
    if (!/[.,;:!?'*]/.test(last) && !isUnopened) break;
    end -= 1;
  }
  return found.slice(0, end);
}
