import DOMPurify from "dompurify";
import { withoutUnknown } from "#domain/page/known-blocks.ts";
import { mapRichText } from "#domain/page/map-rich-text.ts";
import { looksLikeMarkdown, markdownToHtml } from "#domain/page/markdown-to-html.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import type { PageItem } from "#domain/page/page.ts";
import { type NewBlock, pasteToBlocks } from "#domain/page/paste-to-blocks.ts";
import { mapWorkOrderData } from "#domain/page/quoted-work.ts";
import { RICH_TEXT_TAGS } from "#domain/page/rich-text.ts";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";
import { hideLooks, LOOKS } from "../ui/hide-looks.ts";

/** The clipboard's type of our own blocks. */
const BLOCKS_TYPE = "text/x-counterpart-blocks";

/** Tags that only shape a page elsewhere, besides those that documents have. */
const OTHERS = [
  "h1",
  "h5",
  "h6",
  "img",
  "div",
  "section",
  "article",
  "main",
  "header",
  "footer",
  "figure",
  "figcaption",
  "dl",
  "dt",
  "dd",
  "address",
];

const purify = DOMPurify(window);

/** Puts blocks on the clipboard, for this page, others and other windows. */
export function writeBlocks(data: DataTransfer, items: readonly PageItem[]): void {
  data.setData(BLOCKS_TYPE, JSON.stringify({ content: items, root: {} }));
  data.setData("text/plain", items.map(wordsOf).join("\n\n"));
}

/** Our own blocks on the clipboard, harmless and with this document's work only; null if there are none. */
export function readOwnBlocks(data: DataTransfer, workOrderIds: readonly string[]): PageItem[] | null {
  const written = data.getData(BLOCKS_TYPE);
  if (written === "") return null;
  try {
    const { page } = migratePage(JSON.parse(written));
    const own = mapWorkOrderData(withoutUnknown(mapRichText(page, sanitiseHtml)), (work) => ({
      workOrderIds: work.workOrderIds.filter((id) => workOrderIds.includes(id)),
    }));
    return own.content;
  } catch {
    return [];
  }
}

/** A paste is asked for its blocks several times, which would take seconds for megabytes. */
const READ = new WeakMap<DataTransfer, NewBlock[]>();

/** The blocks of text from elsewhere: of a word processor, a web page or Markdown. */
export function readForeignBlocks(data: DataTransfer): NewBlock[] {
  const known = READ.get(data);
  if (known) return known;
  const html = data.getData("text/html");
  const text = data.getData("text/plain");
  const blocks =
    html === "" && text.trim() === "" ? [] : pasteToBlocks(harmless(html || markdownToHtml(text)));
  READ.set(data, blocks);
  return blocks;
}

/** Whether nothing is on the clipboard but a text in a format that browsers do not read. */
export function isOnlyRtf({ types }: DataTransfer): boolean {
  return types.length > 0 && types.every((type) => /[/-]rtf$/.test(type));
}

/** Whether the clipboard holds more than a text for the middle of a line. */
export function isOfSeveralBlocks(data: DataTransfer): boolean {
  if (data.getData(BLOCKS_TYPE) !== "") return true;
  const isRich = data.getData("text/html") !== "" || looksLikeMarkdown(data.getData("text/plain"));
  const blocks = isRich ? readForeignBlocks(data) : [];
  return blocks.length > 1 || (blocks.length === 1 && blocks[0]?.type !== "Paragraph");
}

function harmless(html: string): string {
  const clean = purify.sanitize(hideLooks(html), {
    ALLOWED_TAGS: [...RICH_TEXT_TAGS, ...OTHERS],
    ALLOWED_ATTR: ["href", "src", "alt", "start", "colspan", "rowspan", "scope", LOOKS],
    ADD_URI_SAFE_ATTR: [LOOKS],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  return clean.replaceAll(new RegExp(`(<[^<>]*\\s)${LOOKS}=`, "g"), "$1style=");
}

/** The words of a block, for programs that know no blocks. */
function wordsOf(item: PageItem): string {
  const words: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === "string") words.push(value.replaceAll(/<[^>]*>/g, " "));
    else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === "object" && value !== null) {
      for (const name of ["text", "title", "items", "content", "props"]) {
        if (name in value) collect((value as Record<string, unknown>)[name]);
      }
    }
  };
  collect(item);
  return words.join("\n").trim();
}
