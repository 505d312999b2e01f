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
  const kept = { href, rel: LINK_REL };
  return { tagName, attribs: attributes.target === "_blank" ? { ...kept, target: "_blank" } : kept };
}

/** Sanitises people's HTML: keeps only what a document needs, and nothing active. */
export function sanitiseHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS);
}
