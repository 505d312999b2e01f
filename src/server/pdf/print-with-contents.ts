import { PDF, PdfArray, PdfDict, PdfRef } from "@libpdf/core";
import { addContents, isLikelyLong } from "./contents-page.ts";

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
 * A PDF with a page of contents if it is long. The first print has the contents without their numbers, which take as
 * much room, so that the second one has every page where the first had it.
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
