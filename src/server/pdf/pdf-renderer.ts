/** Turns a self-contained HTML document into a tagged PDF. */
export type PdfRenderer = {
  /** Throws AppError "unavailable" if there is no browser. */
  render(html: string): Promise<Uint8Array>;
  close(): Promise<void>;
};
