import { escapeText, escapeValue } from "../../escape-html.ts";
import { LINK_REL } from "../rich-text.ts";
import type { PastedElement } from "./style.ts";

/** The marks of formatted text, in the order in which they are nested. */
const MARKS = ["strong", "em", "u", "s", "sup", "sub", "small", "mark", "code"] as const;
export type Mark = (typeof MARKS)[number];
/** `href` is empty inside a link that leads nowhere. */
export type Look = { readonly marks: ReadonlySet<Mark>; readonly href: string | undefined };

/** Words with one look. A line break is "\n". */
export type Run = { text: string; look: Look };

export const PLAIN: Look = { marks: new Set(), href: undefined };

const MARK_OF: Readonly<Record<string, Mark | undefined>> = {
  b: "strong",
  strong: "strong",
  i: "em",
  em: "em",
  cite: "em",
  dfn: "em",
  var: "em",
  u: "u",
  s: "s",
  del: "s",
  strike: "s",
  sup: "sup",
  sub: "sub",
  small: "small",
  mark: "mark",
  code: "code",
  kbd: "code",
  samp: "code",
  tt: "code",
};

const STYLES = [
  ["font-weight", /^(?:bold|bolder|[6-9]00|1000)\b/, "add", "strong"],
  ["font-weight", /^(?:normal|lighter|[1-5]00)\b/, "delete", "strong"],
  ["font-style", /^(?:italic|oblique)\b/, "add", "em"],
  ["font-style", /^normal\b/, "delete", "em"],
  ["vertical-align", /^super\b/, "add", "sup"],
  ["vertical-align", /^sub\b/, "add", "sub"],
] as const;

/** The look inside an element: word processors write bold as a style, and wrap all in a bold element that is not bold. */
export function lookInside(element: PastedElement, around: Look): Look {
  const { tag, style } = element;
  const own = Object.hasOwn(MARK_OF, tag) ? MARK_OF[tag] : undefined;
  if (own === undefined && Object.keys(style).length === 0) return around;
  const marks = new Set(around.marks);
  if (own) marks.add(own);
  for (const [property, words, change, mark] of STYLES)
    if (words.test(style[property] ?? "")) marks[change](mark);
  addLines(marks, element);
  if (marks.has("sup")) marks.delete("sub");
  return { marks, href: around.href };
}

function addLines(marks: Set<Mark>, { tag, style, attributes }: PastedElement): void {
  const decoration = `${style["text-decoration"] ?? ""} ${style["text-decoration-line"] ?? ""}`;
  const struck = style["text-line-through"];
  if (/line-through/.test(decoration) || (struck && struck !== "none")) marks.add("s");
  // What was added is new text like any other, and a link has its own line.
  const isAdded = tag === "ins" || /\bmsoins\b/i.test(attributes.class ?? "");
  if (/underline/.test(decoration) && !isAdded) marks.add("u");
}

export function withMark(look: Look, mark: Mark): Look {
  return { ...look, marks: new Set([...look.marks, mark]) };
}

/** A line without the spaces that no browser shows: at its ends, and after another one. */
export function trimRuns(runs: readonly Run[]): Run[] {
  const trimmed: Run[] = [];
  let isAfterSpace = true;
  for (const { text, look } of runs) {
    if (text === "\n") {
      trimEnd(trimmed);
      if (trimmed.length > 0) trimmed.push({ text, look: PLAIN });
      isAfterSpace = true;
      continue;
    }
    const isFirst = trimmed.length === 0 || trimmed.at(-1)?.text === "\n";
    const shown: string = isFirst
      ? text.trimStart()
      : isAfterSpace && text.startsWith(" ")
        ? text.slice(1)
        : text;
    if (shown === "") continue;
    isAfterSpace = shown.endsWith(" ");
    trimmed.push({ text: shown, look });
  }
  for (;;) {
    trimEnd(trimmed);
    if (trimmed.at(-1)?.text !== "\n") break;
    trimmed.pop();
  }
  const isBlank = trimmed.every(({ text }) => text.trim() === "");
  return isBlank ? [] : trimmed;
}

function trimEnd(runs: Run[]): void {
  for (let last = runs.at(-1); last && last.text !== "\n"; last = runs.at(-1)) {
    const text = last.text.trimEnd();
    if (text !== "") {
      runs[runs.length - 1] = { ...last, text };
      return;
    }
    runs.pop();
  }
}

/** Runs as HTML with as few tags as possible. */
export function runsToHtml(runs: readonly Run[]): string {
  let html = "";
  let open: string[] = [];
  const change = (tags: readonly string[]) => {
    let same = 0;
    while (same < open.length && open[same] === tags[same]) same += 1;
    for (const tag of open.slice(same).reverse()) html += `</${tag.startsWith("a ") ? "a" : tag}>`;
    for (const tag of tags.slice(same)) html += `<${tag}>`;
    open = [...tags];
  };
  for (const { text, look } of runs) {
    if (text === "\n") {
      html += "<br>";
      continue;
    }
    change(tagsOf(look));
    html += escapeText(text);
  }
  change([]);
  return html;
}

function tagsOf({ marks, href }: Look): string[] {
  const own = MARKS.filter((mark) => marks.has(mark) && !(mark === "u" && href !== undefined));
  return href === undefined || href === ""
    ? own
    : [`a href="${escapeValue(href)}" rel="${LINK_REL}"`, ...own];
}

/** The words of runs in one line. */
export function runsToText(runs: readonly Run[]): string {
  return runs.map(({ text }) => (text === "\n" ? " " : text)).join("");
}
