const PAGE = /(\d+) 0 obj\s*<<\s*\/Type\s*\/Page\b(?!s)/g;

/** The pages of a PDF as Chromium prints it: its page objects stand in it unpacked, also where they are changed. */
export function countPages(pdf: Uint8Array): number {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString("latin1");
  return new Set(Array.from(text.matchAll(PAGE), ([, number]) => number)).size;
}
