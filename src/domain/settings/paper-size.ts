export const PAPER_SIZES = ["A4", "Letter"] as const;

/** The paper of PDFs. */
export type PaperSize = (typeof PAPER_SIZES)[number];
