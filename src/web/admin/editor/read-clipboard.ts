import { withoutUnknown } from "#domain/page/known-blocks.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import type { PageItem } from "#domain/page/page.ts";
import { pasteToBlocks } from "#domain/page/paste-to-blocks.ts";
import { mapWorkOrderData } from "#domain/page/quoted-work.ts";
import { mapRichText } from "#domain/page/walk-page.ts";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";
import { readTexts } from "../ui/report-paste.ts";

/** The clipboard's type of our own blocks. */
const BLOCKS_TYPE = "text/x-counterpart-blocks";

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

type ForeignBlocks = ReturnType<typeof pasteToBlocks>;

/** Caches the blocks of a paste, which is read several times: parsing megabytes takes seconds. */
const READ = new WeakMap<DataTransfer, ForeignBlocks>();

/** The blocks of text from elsewhere: of a word processor, a spreadsheet, a web page or Markdown. */
export function readForeignBlocks(data: DataTransfer): ForeignBlocks {
  const read = READ.get(data) ?? pasteToBlocks(readTexts(data));
  READ.set(data, read);
  return read;
}

/** Whether nothing is on the clipboard but a text in a format that browsers do not read. */
export function isOnlyRtf({ types }: DataTransfer): boolean {
  return types.length > 0 && types.every((type) => /[/-]rtf$/.test(type));
}

/** Whether the clipboard holds more than a text for the middle of a line. */
export function isOfSeveralBlocks(data: DataTransfer): boolean {
  if (data.getData(BLOCKS_TYPE) !== "") return true;
  const { blocks, report } = readForeignBlocks(data);
  const isOneText = blocks.length === 1 && blocks[0]?.type === "Paragraph";
  return blocks.length > 0 ? !isOneText : report.leftOut.pictures.length > 0;
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
