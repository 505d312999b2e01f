import { useState } from "react";
import { withListsAroundItems } from "#blocks/rich-text.tsx";
import { RichTextInput } from "#web/admin/ui/rich-text-input.tsx";
import { fromHtml, toHtml } from "#web/admin/ui/text/stored-html.ts";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";

/** A text as forms have it. The page shows what would be stored. */
export function Texts() {
  const [html, setHtml] = useState("");
  const [given, setGiven] = useState("");
  return (
    <main className="p-4">
      <h1>Texts</h1>
      <RichTextInput label="Text" value={html} onChange={setHtml} hasHeadings />
      <label>
        Given
        <textarea value={given} onChange={(event) => setGiven(event.currentTarget.value)} />
      </label>
      <button type="button" onClick={() => setHtml(given)}>
        Open
      </button>
      <output aria-label="Stored">{html}</output>
    </main>
  );
}

const SAME: Record<string, string> = { B: "STRONG", I: "EM" };

/** The words of a view, each with the elements around it that readers see. */
function wordsShown(html: string): string[] {
  const { body } = new DOMParser().parseFromString(withListsAroundItems(sanitiseHtml(html)), "text/html");
  const found: string[] = [];
  const nodes = document.createTreeWalker(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const words = (node.nodeType === 3 ? (node.nodeValue ?? "") : "").replaceAll(/[ \t\r\n\f]+/g, " ").trim();
    if (words === "" && !/^(HR|TD|TH|LI)$/.test(node.nodeName)) continue;
    found.push(`${namesAround(node)} ${words}`);
  }
  return found;
}

function namesAround(node: Node): string {
  const names: string[] = [];
  for (let one: Node | null = node; one && one.nodeName !== "BODY"; one = one.parentNode) {
    const isSeen = one.nodeType === 1 && !/^(P|SPAN|TBODY)$/.test(one.nodeName);
    if (isSeen) names.push(SAME[one.nodeName] ?? one.nodeName);
  }
  // The order of marks changes nothing that is seen.
  return names.sort().join(" ");
}

/** What a text becomes by its first and its second edit, and what readers see of it before and after. */
function rewrite(html: string) {
  const once = toHtml(fromHtml(html));
  return { once, twice: toHtml(fromHtml(once)), before: wordsShown(html), after: wordsShown(once) };
}

declare global {
  var rewriteText: typeof rewrite;
}
globalThis.rewriteText = rewrite;
