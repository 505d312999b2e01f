import sanitizeHtml from "sanitize-html";
import { LINK_REL, RICH_TEXT_ATTRIBUTES, RICH_TEXT_TAGS } from "#domain/page/rich-text.ts";
import { safeUrl } from "#domain/page/safe-url.ts";

/** The content of these elements is not text and is removed with them. */
const WITHOUT_TEXT = [
  "script",
  "style",
  "textarea",
  "option",
  "select",
  "noscript",
  "noembed",
  "noframes",
  "iframe",
  "object",
  "template",
  "title",
  "xmp",
  "plaintext",
  "svg",
  "math",
];

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...RICH_TEXT_TAGS],
  allowedAttributes: Object.fromEntries(
    Object.entries(RICH_TEXT_ATTRIBUTES).map(([tag, attributes]) => [tag, [...attributes]]),
  ),
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nonTextTags: WITHOUT_TEXT,
  nestingLimit: 100,
  transformTags: { a: safeLink },
};

function safeLink(tagName: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const href = safeUrl(attributes.href);
  if (href === undefined) return { tagName, attribs: {} };
  const attribs: sanitizeHtml.Attributes = { href, rel: LINK_REL };
  if (attributes.target === "_blank") attribs.target = "_blank";
  return { tagName, attribs };
}

/** Pages are sanitised for each answer, most of them again. Longer texts are too rare to be cached. */
const MAX_CACHED_LENGTH = 20_000;
const MAX_CACHED_CHARACTERS = 2_000_000;

const cache = new Map<string, string>();
let cachedCharacters = 0;

/** Sanitises people's HTML: only what a document needs remains, and nothing active. */
export function sanitiseHtml(html: string): string {
  const known = cache.get(html);
  if (known !== undefined) return known;
  const sanitised = sanitizeHtml(html, OPTIONS);
  if (html.length > MAX_CACHED_LENGTH) return sanitised;
  if (cachedCharacters > MAX_CACHED_CHARACTERS) {
    cache.clear();
    cachedCharacters = 0;
  }
  cachedCharacters += html.length + sanitised.length;
  cache.set(html, sanitised);
  return sanitised;
}
