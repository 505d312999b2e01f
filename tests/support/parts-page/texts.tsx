import { useState } from "react";
import { withListsAroundItems } from "#blocks/rich-text.tsx";
import { RichTextInput } from "#web/admin/ui/rich-text-input.tsx";
import { fromHtml, toHtml } from "#web/admin/ui/text/stored-html.ts";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";
import { RichText } from "#web/ui/rich-text.tsx";

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
      <section aria-label="Shown">
        <RichText html={html} />
      </section>
    </main>
  );
}

const SAME: Record<string, string> = { B: "STRONG", I: "EM" };
/** Elements that show nothing by themselves. */
const UNSEEN = "p, span, tbody, a:not([href])";

/** What readers see of a text: its lines, and the letters of each word with the elements around them. */
function shown(html: string): { lines: string[]; letters: string[] } {
  const view = document.createElement("div");
  view.innerHTML = withListsAroundItems(sanitiseHtml(html));
  document.body.append(view);
  // The last break of a line only ends it.
  const lines = view.innerText.split(/[\t\n]/).map((line) => line.replaceAll(/\s+/g, " ").trim());
  view.remove();
  const found: { names: string; letters: string }[] = [];
  const nodes = document.createTreeWalker(view, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const letters = node.nodeType === 3 ? (node.nodeValue ?? "").replaceAll(/\s/g, "") : "";
    const names = namesAround(node, view);
    const last = found.at(-1);
    if (/^(HR|TD|TH|LI)$/.test(node.nodeName)) found.push({ names, letters });
    else if (last?.names === names) last.letters += letters;
    else if (letters !== "") found.push({ names, letters });
  }
  const letters = found.map((one) => `${one.names} ${one.letters}`);
  return { lines: lines.filter((line) => line !== ""), letters };
}

function namesAround(node: Node, view: Node): string {
  const names: string[] = [];
  for (let one: Node | null = node; one && one !== view; one = one.parentNode) {
    if (!(one instanceof Element) || one.matches(UNSEEN)) continue;
    const attributes = [...one.attributes].map(({ name, value }) => ` ${name}=${value}`).sort();
    names.push((SAME[one.nodeName] ?? one.nodeName) + attributes.join(""));
  }
  // Neither the order of marks nor a mark within itself changes what is seen.
  return [...new Set(names)].sort().join(" ");
}

/** What a text becomes by its first and its second edit, and what readers see of it before and after. */
function rewrite(html: string) {
  const once = toHtml(fromHtml(html));
  return { once, twice: toHtml(fromHtml(once)), before: shown(html), after: shown(once) };
}

declare global {
  var rewriteText: typeof rewrite;
}
globalThis.rewriteText = rewrite;
