import { INLINE_TAGS } from "./rich-text.ts";

/** A tag, a comment, an entity, or a run of other characters. */
const TOKEN =
  /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)(?:\s(?:"[^"]*"|'[^']*'|[^'">])*)?\/?>|&(?:#x?[\da-f]{1,7}|[a-z][a-z\d]{1,31});|[^<&]+|[<&]/gi;

const INLINE: ReadonlySet<string> = new Set(INLINE_TAGS);

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&apos;": "'",
  "&nbsp;": "\u00a0",
  "&amp;": "&",
};

/** A piece of stored HTML, which together give the HTML again byte for byte. */
export type HtmlToken = { written: string } & (
  | { kind: "text"; text: string }
  | { kind: "tag"; tag: string; isEnd: boolean; isInline: boolean }
  /** A comment, or an entity without a known character. */
  | { kind: "other" }
);

export function htmlTokens(html: string): HtmlToken[] {
  return [...html.matchAll(TOKEN)].map(([written, slash, name]): HtmlToken => {
    if (name !== undefined) {
      const tag = name.toLowerCase();
      return { written, kind: "tag", tag, isEnd: slash === "/", isInline: INLINE.has(tag) };
    }
    if (written.startsWith("<!--")) return { written, kind: "other" };
    if (!/^&.+;$/.test(written)) return { written, kind: "text", text: written };
    const text = ENTITIES[written.toLowerCase()];
    return text === undefined ? { written, kind: "other" } : { written, kind: "text", text };
  });
}
