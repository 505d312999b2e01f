import { z } from "zod";
import { ClosedBecause, DocumentStatus, DocumentType, Withdrawal } from "../documents/unique-document.ts";
import { Id } from "../id.ts";
import { PuckState } from "../page/page.ts";
import { Timestamp } from "../record-fields.ts";
import { OwnVariable } from "../templates/own-variable.ts";
import { DocumentWork } from "../work-orders/document-work.ts";

/** One of the company's people, by the present name. */
export const Colleague = z.strictObject({ userProfileId: Id, name: z.string() });
export type Colleague = z.infer<typeof Colleague>;

/** A save of a page. The revision rises with each one and never names two pages. */
export const Saved = z.strictObject({ revision: z.int(), savedAt: Timestamp });

/** A save and who made it; null: an import, an upgrade, or someone who is no longer there. */
export const SavedBy = Saved.extend({ savedBy: Colleague.nullable() });
export type SavedBy = z.infer<typeof SavedBy>;

/** A stored copy of an image on another host, or of a video's preview image, as `showStoredImages` takes it. */
export const StoredCopy = z.strictObject({
  /** The address in the page. */
  source: z.string(),
  imageId: z.string(),
  /** Null: it is not fetched yet, or could not be. */
  size: z.strictObject({ width: z.int(), height: z.int() }).nullable(),
  title: z.string().nullable(),
});
export type StoredCopy = z.infer<typeof StoredCopy>;

/** The page of a draft or a template with its newest save, as the editor needs it. */
export const SavedPage = SavedBy.extend({
  /** In today's format and sanitised. Of the work it has the ids; a template's has none. */
  page: PuckState,
  /** A sentence for each part of the stored page that cannot be read. Saves keep these parts (`leaveOutUnread`). */
  problems: z.array(z.string()),
  images: z.array(StoredCopy),
});
export type SavedPage = z.infer<typeof SavedPage>;

/** A document's page as the company works on it. Its clients read what was sent. */
export const WorkingDraft = SavedPage.extend({
  uniqueDocumentId: Id,
  organizationId: Id,
  organizationName: z.string(),
  externalId: z.string(),
  name: z.string(),
  documentType: DocumentType,
  /** Only the page of a DRAFT that is not closed can be saved. */
  status: DocumentStatus,
  closedBecause: ClosedBecause.nullable(),
  withdrawal: Withdrawal.nullable(),
  /** The document's own work orders as they are now, with their products and the rate of GST. */
  work: DocumentWork,
  /** The own variables of its template, for their labels. */
  variables: z.array(OwnVariable),
});
export type WorkingDraft = z.infer<typeof WorkingDraft>;

/** An open editor reports where it is so often, also if it has not moved. */
export const PRESENCE_INTERVAL_MS = 30_000;
/** A tab that has not reported for so long counts as closed. A browser wakes a hidden tab once a minute. */
export const PRESENCE_EXPIRES_AFTER_MS = 90_000;

/** The selected block of an open editor; null: none. */
export const PagePosition = z.strictObject({ blockId: z.string().max(200).nullable() });
export type PagePosition = z.infer<typeof PagePosition>;

/** A tab in which one of the company's people has a page open in the editor. */
export const PagePresence = Colleague.extend({ tabId: Id, ...PagePosition.shape });
export type PagePresence = z.infer<typeof PagePresence>;

/** Why a page was kept: it was sent, or the next page came from a colleague, from restoring, or after a while. */
export const REVISION_REASONS = ["SENT", "COLLEAGUE", "RESTORED", "WORK"] as const;
export type RevisionReason = (typeof REVISION_REASONS)[number];

/** While one person works, a page is kept so often at most. */
export const REVISION_INTERVAL_MS = 5 * 60_000;

type Work = {
  /** The present page: who saved it, and whether an older page is kept, and since when. */
  savedBy: Id | null;
  newestStoredAt: Date | null;
};

/** Why the present page is stored as a revision before a save replaces it. One that no one worked on always is. */
export function revisionReason(
  { savedBy, newestStoredAt }: Work,
  saver: Id,
  now: Date,
): RevisionReason | null {
  if (savedBy !== null && savedBy !== saver) return "COLLEAGUE";
  if (newestStoredAt === null) return "WORK";
  return now.getTime() - newestStoredAt.getTime() >= REVISION_INTERVAL_MS ? "WORK" : null;
}

export const Revision = SavedBy.extend({
  because: z.enum(REVISION_REASONS),
  bytes: z.int(),
});
export type Revision = z.infer<typeof Revision>;

export const FullRevision = Revision.extend({
  page: PuckState,
  /** What changed from this page to the present one, as sentences; empty: nothing that readers see. */
  changes: z.array(z.string()),
});
export type FullRevision = z.infer<typeof FullRevision>;
