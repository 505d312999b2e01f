import { blockShape, type PropPath } from "./block-shapes.ts";
import type { PuckState } from "./page.ts";
import { mapItems } from "./walk-page.ts";

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

/** The page with every piece of HTML in it, at any depth, replaced by what `sanitise` makes of it. */
export function mapRichText(page: PuckState, sanitise: (html: string) => string): PuckState {
  return mapItems(page, (item) => {
    const paths = blockShape(item.type).richText;
    const props = paths.reduce<unknown>((value, path) => mapText(value, path, sanitise), item.props);
    return { ...item, props: props as typeof item.props };
  });
}

function mapText(value: unknown, path: PropPath, change: (html: string) => string): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return typeof value === "string" ? change(value) : value;
  if (step === "*") return Array.isArray(value) ? value.map((one) => mapText(one, rest, change)) : value;
  if (typeof value !== "object" || value === null || !(step in value)) return value;
  const field = (value as Record<string, unknown>)[step];
  return { ...value, [step]: mapText(field, rest, change) };
}
