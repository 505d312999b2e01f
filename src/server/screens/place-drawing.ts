import { DRAWN_STYLE, DRAWN_STYLES, EARLY_PRESS } from "#contract/first-answers.ts";
import type { Nonces } from "../http/security-headers.ts";

const TAG = /<[a-z][^<>]*>/g;
/** Each attribute is read whole, so that no text inside one passes for another. */
const ATTRIBUTE = / ([^\s"=<>]+)="([^"]*)"/g;
const ENTITIES: Record<string, string> = {
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
};

/**
 * What is pressed before the screen's own script has come is kept for it (src/web/lib/start-page.tsx): the last button
 * or form. A press inside the drawing that the browser answers itself, such as a link, needs no keeping.
 */
const KEEP_PRESSES =
  `onclick=e=>{let b=e.target.closest("#root[data-drawn] button[type=button]");if(b)${EARLY_PRESS}=()=>b.click()};` +
  `onsubmit=e=>{let f=e.target;if(f.closest("#root[data-drawn]"))e.preventDefault(),${EARLY_PRESS}=()=>f.requestSubmit()}`;

/**
 * The root element with a drawing. The content policy allows no style attributes, so the styles of single elements are
 * rules of a sheet with the page's nonce until the script comes.
 */
export function rootOf(html: string, nonces: Nonces): string {
  const rules = new Map<string, number>();
  const marked = html.replace(TAG, (tag) =>
    tag.replace(ATTRIBUTE, (all, name: string, escaped: string) => {
      if (name !== "style") return all;
      const style = escaped.replace(/&(?:quot|#x27|amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
      // No text of a document ends the rule or the sheet.
      if (/[{}<>\\]/.test(style)) return "";
      const number = rules.get(style) ?? rules.size;
      rules.set(style, number);
      return ` ${DRAWN_STYLE}="${number}"`;
    }),
  );
  const root = `<script nonce="${nonces.script}">${KEEP_PRESSES}</script><div id="root" data-drawn>${marked}</div>`;
  if (rules.size === 0) return root;
  // The ids outweigh every class, as a style attribute does.
  const sheet = [...rules].map(([style, number]) => `#root#root [${DRAWN_STYLE}="${number}"]{${style}}`);
  return `<style id="${DRAWN_STYLES}" nonce="${nonces.style}">${sheet.join("")}</style>${root}`;
}
