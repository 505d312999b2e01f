/** What a PDF says of itself to programs, beside its title and language. */
export type PdfDescription = {
  author: string;
  /** The program that made the document. */
  program: string;
  /** The number or id of the document. */
  identifier: string;
};

type PdfOptions = {
  description?: PdfDescription;
  /** Words in the running foot, before the title. */
  foot?: string;
};

/** Turns a self-contained HTML document into a tagged PDF. */
export type PdfRenderer = {
  /** Throws AppError "unavailable" if there is no browser. */
  render(html: string, options?: PdfOptions): Promise<Uint8Array>;
  close(): Promise<void>;
};
