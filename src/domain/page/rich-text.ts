/** The HTML a document may hold. Whatever sanitises it, on the server or in a browser, allows this and no more. */
export const RICH_TEXT_TAGS = [
  "p",
  "br",
  "hr",
  "h2",
  "h3",
  "h4",
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
  "ul",
  "ol",
  "li",
  "blockquote",
  "code",
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

/** The attributes that may stay, by tag. The href of a link must be a safeUrl as well. */
export const RICH_TEXT_ATTRIBUTES = {
  a: ["href", "target", "rel"],
  ol: ["start"],
  th: ["colspan", "rowspan", "scope"],
  td: ["colspan", "rowspan"],
} as const;

export const LINK_REL = "noopener noreferrer";
