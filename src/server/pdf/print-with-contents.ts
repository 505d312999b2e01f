import { PDF, PdfArray, PdfDict, PdfRef } from "@libpdf/core";

/** From so many pages on, a document begins with its contents. */
const LONG = 8;

type Printer = {
  /** The document; `pages` is how many it has, once that is known. */
  compose: (pages?: number) => string;
  print: (html: string, isFinal: boolean) => Promise<Uint8Array>;
  /** Whether the document says how many pages it has. */
  isCounted: boolean;
};

/**
 * A PDF, with a table of contents if it is long. The first print has it without numbers, which need as much space, so
 * that every page is where the second print has it.
 */
export async function printWithContents({ compose, print, isCounted }: Printer): Promise<Uint8Array> {
  const first = compose();
  const withContents = addContents(first);
  let tried = withContents && isLikelyLong(first) ? await tryContents(withContents, print) : null;
  if (withContents === null || tried === null || tried.pagesOfText < LONG) {
    const plain = await print(first, !isCounted);
    const pages = countPages(plain);
    if (pages < LONG || withContents === null) return isCounted ? print(compose(pages), true) : plain;
    tried ??= await tryContents(withContents, print);
  }
  const numbered = addContents(compose(tried.pages), tried.numbers);
  return print(numbered ?? first, true);
}

async function tryContents(html: string, print: Printer["print"]) {
  const tried = await print(html, false);
  const numbers = await readPageNumbers(tried);
  const pages = countPages(tried);
  /** From the first heading on: all the text, unless it begins without one. */
  return { numbers, pages, pagesOfText: pages - Math.min(...numbers.values()) + 1 };
}

/** The page of each place that a link of the document leads to, by its id. */
async function readPageNumbers(printed: Uint8Array): Promise<Map<string, number>> {
  const pdf = await PDF.load(printed);
  const resolve = pdf.getObject.bind(pdf);
  const pages = new Map(pdf.getPages().map(({ ref, index }) => [ref.objectNumber, index + 1]));
  const numbers = new Map<string, number>();
  for (const [name, entry] of pdf.getCatalog().getDict("Dests", resolve) ?? []) {
    const found = entry instanceof PdfRef ? resolve(entry) : entry;
    const target = found instanceof PdfDict ? found.getArray("D", resolve) : found;
    const page = target instanceof PdfArray ? target.at(0) : undefined;
    const number = page instanceof PdfRef ? pages.get(page.objectNumber) : undefined;
    if (number !== undefined) numbers.set(name.value, number);
  }
  return numbers;
}

const PAGE = /(\d+) 0 obj\s*<<\s*\/Type\s*\/Page\b(?!s)/g;

/** The pages of a PDF as Chromium prints it: its page objects stand in it unpacked, also where they are changed. */
function countPages(pdf: Uint8Array): number {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString("latin1");
  return new Set(Array.from(text.matchAll(PAGE), ([, number]) => number)).size;
}

/** Headings below the document's name, which is the h1. */
const HEADING = /<h([2-6])(\s[^>]*)?>(.*?)<\/h\1>/gs;
/** The certificate, of whose headings only the first is in the contents. */
const CERTIFICATE = '<section class="cp-acceptance';
/** More entries than this are left to the bookmarks, from the lowest level on. */
const MAX_ENTRIES = 90;
const LETTERS_OF_PAGE = 1500;

type Entry = { id: string; level: number; title: string };

/** Whether a document probably has eight pages or more, before it is printed. */
function isLikelyLong(html: string): boolean {
  const body = html.slice(html.indexOf("<main"));
  return body.replaceAll(/<[^>]*>/g, "").length > 8 * LETTERS_OF_PAGE;
}

/** The document with its table of contents. Missing `numbers` leave equal space. Null: it has too few headings. */
function addContents(html: string, numbers?: ReadonlyMap<string, number>): string | null {
  const start = html.indexOf("<main");
  if (start === -1) return null;
  const found: Entry[] = [];
  const certificateAt = html.indexOf(CERTIFICATE, start);
  const body = html
    .slice(start)
    .replace(HEADING, (whole, level: string, attributes = "", text: string, at: number) => {
      const title = text
        .replaceAll(/<br\s*\/?>/g, " ")
        .replaceAll(/<[^>]*>/g, "")
        .trim();
      const isOfCertificate = certificateAt !== -1 && start + at > certificateAt;
      if (title === "" || (isOfCertificate && level !== "2")) return whole;
      const id = `contents-${found.length + 1}`;
      found.push({ id, level: Number(level), title });
      return `<h${level}${attributes}><span id="${id}" class="cp-contents__place"></span>${text}</h${level}>`;
    });
  const entries = withoutLowest(found);
  if (entries.length < 2) return null;
  return html.slice(0, start) + contents(entries, numbers) + body;
}

function withoutLowest(found: Entry[]): Entry[] {
  let entries = found.filter(({ level }) => level <= 4);
  for (let most = 3; entries.length > MAX_ENTRIES && most >= 2; most -= 1)
    entries = entries.filter(({ level }) => level <= most);
  return entries;
}

/** Titles are text of the document's own HTML, so they are escaped. */
function contents(entries: readonly Entry[], numbers: ReadonlyMap<string, number> | undefined): string {
  const items = entries.map(({ id, level, title }) => {
    const number = numbers ? (numbers.get(id) ?? "") : 0;
    return (
      `<li class="cp-contents__entry cp-contents__entry--${level}"><a href="#${id}">` +
      `<span dir="auto" class="cp-contents__title">${title}</span> <span class="cp-contents__page">${number}</span></a></li>`
    );
  });
  return `<nav class="cp-contents"><h2>Contents</h2><ol>${items.join("")}</ol></nav>`;
}
