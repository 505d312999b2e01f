/** Turns a whole HTML document, given as text and making no request, into a tagged PDF. */
export type PdfRenderer = {
  /** Throws AppError "unavailable" when there is no browser to do it with. */
  render(html: string): Promise<Uint8Array>;
  close(): Promise<void>;
};
