import type { PaperSize } from "#domain/settings/paper-size.ts";
import type { IsAwaited } from "./preview-line.ts";

/** What a PDF says of itself to programs, beside its title and language. */
export type PdfDescription = {
  author: string;
  /** The program that made the document. */
  program: string;
  /** The number or id of the document. */
  identifier: string;
};

export type PdfOptions = {
  /** A4 unless it is named. */
  paperSize?: PaperSize;
  description?: PdfDescription;
  /** Words in the running foot, before the title. */
  foot?: string;
};

/** What a preview shows, and whether somebody still waits for it. */
export type AskedPreview = { of: string; isAwaited: IsAwaited };

/** Turns a self-contained HTML document into a tagged PDF. */
export type PdfRenderer = {
  /** Throws AppError "unavailable" if there is no browser. */
  render(html: string, options?: PdfOptions): Promise<Uint8Array>;
  /**
   * Prints in a line of its own, so that no preview keeps an accepted document waiting. Who waits for the same gets the
   * newest. Throws AppError "unavailable" also if the line is full.
   */
  renderPreview(asked: AskedPreview, html: string, options: PdfOptions): Promise<Uint8Array>;
  close(): Promise<void>;
};
