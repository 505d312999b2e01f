import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";

const ROOT = join(import.meta.dirname, "../..");

/** Where texts are, in the order in which an editor reads them. The first section whose folder matches has a file. */
const SECTIONS: readonly { title: string; folders: readonly string[] }[] = [
  { title: "The company's side", folders: ["src/web/admin/"] },
  { title: "Both sides", folders: ["src/web/ui/", "src/web/lib/", "src/web/lists/", "src/web/security/"] },
  { title: "The clients' side and public pages", folders: ["src/web/"] },
  { title: "Documents, on screen and on paper", folders: ["src/blocks/"] },
  { title: "Labels, rules and results", folders: ["src/domain/"] },
  { title: "Answers of the server", folders: ["src/server/", "src/contract/"] },
];

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Attributes and calls whose strings are no texts. */
const NOT_READ = new Set([
  "className",
  "class",
  "id",
  "key",
  "name",
  "type",
  "href",
  "to",
  "d",
  "viewBox",
  "style",
]);
const NOT_SHOWN = /^(?:classNames|log|describe|Error|RegExp|URL|querySelector|matchMedia|sql)$|Class$/;

/** A page with every text that people read, by side and file: what "npm run texts" writes. */
export function writeInterfaceTexts(): string {
  const sections = new Map(SECTIONS.map(({ title }) => [title, [] as string[]]));
  for (const { path, title, texts } of listInterfaceTexts())
    sections.get(title)?.push(`### ${path}\n\n${texts.map((one) => `- ${one}`).join("\n")}`);
  const body = [...sections].map(([title, parts]) => `## ${title}\n\n${parts.join("\n\n")}`);
  return `# Texts of the interface\n\nWritten by \`npm run texts\`; do not edit. \`…\` stands for a value. Mails are in [mails](mails.md),\nand the words for people and access in the [glossary](glossary.md#words-on-screen-and-in-emails).\n\n${body.join("\n\n")}\n`;
}

/** The texts of each file that has some, with its path below `src` and the title of its section. */
export function listInterfaceTexts(): { path: string; title: string; texts: string[] }[] {
  return globSync("src/**/*.{ts,tsx}", { cwd: ROOT })
    .filter((path) => !/\.(?:test|bench)\.tsx?$|\.d\.ts$/.test(path))
    .sort()
    .flatMap((path) => {
      const section = SECTIONS.find(({ folders }) => folders.some((folder) => path.startsWith(folder)));
      const texts = section ? textsOf(readFileSync(join(ROOT, path), "utf8"), path) : [];
      return section && texts.length > 0
        ? [{ path: path.replace("src/", ""), title: section.title, texts }]
        : [];
    });
}

/** The texts of a file in the order of their places, each once. */
export function textsOf(code: string, path: string): string[] {
  const lang = path.endsWith("x") ? "tsx" : "ts";
  const isScreen = /^src\/(?:web|blocks)\//.test(path);
  const texts: string[] = [];
  const visit = (node: Node): void => {
    if (isSkipped(node)) return;
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      const text = sentenceOf(node);
      if (isProse(text, true)) texts.push(text);
    }
    const found = stringOf(node);
    if (found !== null && isProse(found, isScreen)) texts.push(found);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseAst(code, { lang }) as unknown as Node);
  return [...new Set(texts)];
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === "object" && value !== null && "type" in value);
}

function isSkipped(node: Node): boolean {
  if (/^(?:Import|Export(?:All)|TS)/.test(node.type) && !/^TS(?:As|Satisfies|NonNull)/.test(node.type))
    return true;
  if (node.type === "JSXAttribute") return NOT_READ.has(nameOf(node.name as Node));
  if (node.type === "CallExpression" || node.type === "NewExpression")
    return NOT_SHOWN.test(nameOf(node.callee as Node));
  return node.type === "VariableDeclarator" && /CLASS|Class$/.test(nameOf(node.id as Node));
}

/** "warn" of `log.warn` is `log`: what is logged is no text of the interface. */
function nameOf(node: Node): string {
  if (node.type !== "MemberExpression") return typeof node.name === "string" ? node.name : "";
  const object = nameOf(node.object as Node);
  return object === "log" ? object : nameOf(node.property as Node);
}

/** What an element itself says in one line, with its inline elements and "…" for values; empty if it says nothing. */
function sentenceOf(element: Node): string {
  const says = (element.children as Node[]).some(
    ({ type, value }) => type === "JSXText" && /\p{L}/u.test(String(value)),
  );
  return says ? squeeze(contentOf(element)) : "";
}

function contentOf(element: Node): string {
  return (element.children as Node[])
    .map((child) => {
      if (child.type === "JSXText") return String(child.value);
      if (child.type === "JSXExpressionContainer") return stringOf(child.expression as Node) ?? "…";
      if (child.type !== "JSXElement") return " ";
      if ((child.children as Node[]).length === 0) return "…";
      return isInline(child) ? contentOf(child) : " ";
    })
    .join("");
}

function isInline(element: Node): boolean {
  const name = nameOf((element.openingElement as Node).name as Node);
  return INLINE.test(name);
}

const INLINE = /^(?:b|i|em|strong|span|a|abbr|bdi|code|q|TextLink|Exact|ExternalLink)$/;

function stringOf(node: Node): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? squeeze(node.value) : null;
  if (node.type !== "TemplateLiteral") return null;
  const quasis = node.quasis as (Node & { value: { cooked: string } })[];
  return squeeze(quasis.map(({ value }) => value.cooked).join("…"));
}

const squeeze = (text: string) => text.replace(/\s+/g, " ").trim();

/** Whether a person would read it: words that begin with a capital or a sentence, no identifier, address or class. */
function isProse(text: string, isScreen: boolean): boolean {
  if (!/\p{L}{2}/u.test(text) || /^(?:https?:|\/|#|\.|--|@|image\/|text\/|application\/)/.test(text))
    return false;
  if (/^[\p{Lu}\d_-]+$/u.test(text) || /[{}<>=;[\]]|::|\(\)/.test(text)) return false;
  const words = text.split(" ");
  if (!isScreen)
    return words.length > 2 && /^[\p{Lu}“"…]/u.test(text) && !/^(?:SELECT|INSERT|UPDATE|DELETE)\b/.test(text);
  if (/^[\p{Lu}“"…]/u.test(text)) return words.length > 1 || /^\p{Lu}\p{Ll}+[.:!?…]?$/u.test(text);
  return (
    words.length > 1 &&
    words.every((word) => /^(?:\p{Ll}[\p{Ll}'’]*|…|\p{Lu}\p{Ll}*)[.,:;!?…)]*$/u.test(word))
  );
}
