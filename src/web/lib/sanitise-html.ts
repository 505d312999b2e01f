import DOMPurify from "dompurify";
import { escapeAttributes } from "#domain/escape-html.ts";
import { LINK_REL, RICH_TEXT_ATTRIBUTES, RICH_TEXT_TAGS } from "#domain/page/rich-text.ts";
import { safeUrl } from "#domain/page/safe-url.ts";

// A separate instance, so that the hook below affects no other caller.
const purify = DOMPurify(window);

const ATTRIBUTES_BY_TAG = new Map<string, readonly string[]>(Object.entries(RICH_TEXT_ATTRIBUTES));

purify.addHook("afterSanitizeAttributes", (node) => {
  const tag = node.tagName.toLowerCase();
  const allowed = ATTRIBUTES_BY_TAG.get(tag) ?? [];
  for (const { name } of Array.from(node.attributes)) {
    if (!allowed.includes(name)) node.removeAttribute(name);
  }
  if (tag !== "a") return;
  const href = safeUrl(node.getAttribute("href"));
  if (href === undefined) {
    for (const { name } of Array.from(node.attributes)) node.removeAttribute(name);
    return;
  }
  node.setAttribute("href", href);
  node.setAttribute("rel", LINK_REL);
  if (node.getAttribute("target") !== "_blank") node.removeAttribute("target");
});

/** Sanitises again, before display, what the server has sanitised. */
export function sanitiseHtml(html: string): string {
  const sanitised = purify.sanitize(html, {
    ALLOWED_TAGS: [...RICH_TEXT_TAGS],
    ALLOWED_ATTR: [...new Set(Object.values(RICH_TEXT_ATTRIBUTES).flat())],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  return escapeAttributes(sanitised);
}
