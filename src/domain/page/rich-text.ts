/** The tags within words, which end no line. */
export const INLINE_TAGS = [
  "strong",
  "b",
  "em",
  "i",
  "u",
  "s",
  "sub",
  "sup",
  "small",
  "mark",
  "span",
  "a",
  "code",
] as const;

/** The HTML tags that a document may hold. Every sanitiser, on the server and in the browser, allows only these. */
export const RICH_TEXT_TAGS = [
  "p",
  "br",
  "hr",
  "h2",
  "h3",
  "h4",
  ...INLINE_TAGS,
  "ul",
  "ol",
  "li",
  "blockquote",
  "pre",
  "table",
  "caption",
  "thead",
  "tbody",
  "tfoot",
  "tr",
  "th",
  "td",
] as const;

/** The allowed attributes by tag. The href of a link must also be a safeUrl. */
export const RICH_TEXT_ATTRIBUTES = {
  a: ["href", "target", "rel"],
  ol: ["start", "type"],
  th: ["colspan", "rowspan", "scope"],
  td: ["colspan", "rowspan"],
} as const;

export const LINK_REL = "noopener noreferrer";

const WITHIN_WORDS = /<\/?(?:strong|b|em|i|u|s|sub|sup|small|mark|span|a|code)(?:\s[^>]*)?>/g;
const BETWEEN_WORDS = /<[^>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&nbsp;": " ",
  "&amp;": "&",
};

/** The text of sanitised HTML, in which only these characters are written as entities. */
export function plainText(html: string): string {
  return html
    .replace(WITHIN_WORDS, "")
    .replace(BETWEEN_WORDS, " ")
    .replace(/&(?:lt|gt|quot|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}
