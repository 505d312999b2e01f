/** An element of pasted HTML, or a text. */
export type PastedNode = string | PastedElement;
export type PastedElement = {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  children: PastedNode[];
};

const VOID = ["br", "hr", "img"];
const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)\/?>|<!--[\s\S]*?-->|([^<]+|<)/gi;
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
/** Deeper elements are read as if they stood here. */
const MOST_DEPTH = 60;

/** Reads HTML that a sanitiser has written: elements are closed, and attributes quoted. Never fails. */
export function readPastedHtml(html: string): PastedNode[] {
  const root: PastedElement = { tag: "", attributes: {}, children: [] };
  const open: PastedElement[] = [root];
  for (const [, slash, name, attributes = "", text] of html.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.children.push(unescapeHtml(text));
    if (name === undefined) continue;
    const tag = name.toLowerCase();
    if (slash) {
      const at = open.findLastIndex((one) => one.tag === tag);
      if (at > 0) open.length = at;
      continue;
    }
    const element = { tag, attributes: readAttributes(attributes), children: [] };
    parent.children.push(element);
    if (!VOID.includes(tag) && open.length < MOST_DEPTH) open.push(element);
  }
  return root.children;
}

function readAttributes(written: string): Record<string, string> {
  return Object.fromEntries(
    [...written.matchAll(ATTRIBUTE)].map(([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      unescapeHtml(double ?? single ?? bare ?? ""),
    ]),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

function unescapeHtml(text: string): string {
  return text.replaceAll(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = name[1]?.toLowerCase() === "x" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The text of nodes in one line. */
export function plainText(nodes: readonly PastedNode[]): string {
  const text = nodes.map((node) =>
    typeof node === "string" ? node : node.tag === "br" ? " " : plainText(node.children),
  );
  return text.join("").replaceAll(/[\s\u00a0]+/g, " ");
}
