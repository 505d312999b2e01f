const PAGE = /\/Type\s*\/Page\b(?!s)/g;

/** The pages of a PDF as Chromium prints it: its page objects stand in it unpacked. */
export function countPages(pdf: Uint8Array): number {
  return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString("latin1").match(PAGE)?.length ?? 0;
}
