import type { DocumentStatus } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";

/**
 * Everything that a visitor's browser receives of a shared document. Moments include their text, in the portal's time
 * zone.
 */
export type PublicDocument = {
  uniqueDocumentId: Id;
  name: string;
  slug: string;
  externalId: string;
  status: DocumentStatus;
  createdAt: PublicTimestamp;
  updatedAt: PublicTimestamp;
  /** When the document was accepted or declined. Visitors do not learn by whom. */
  decidedAt: PublicTimestamp | null;
  /** What changed from the version before, while the document waits for a decision; null: there is none. */
  newVersion: { before: string; changes: readonly string[] } | null;
  /** The company's time zone. */
  timeZone: string;
  page: PuckState;
  /** The ids of blocks that failed; a message stands in their place. */
  failedBlocks: readonly string[];
  /** The path of the General Terms and Conditions; null if the company has none. */
  generalTermsPath: string | null;
  brand: { productName: string; companyName: string; hasLogo: boolean };
};

/** `title` is for hovering, until the page knows the visitor's own zone. */
export type PublicTimestamp = { iso: string; text: string; title: string };
