import { z } from "zod";
import type { Id } from "../id.ts";
import { PuckState } from "../page/page.ts";
import { SavedBy } from "./working-draft.ts";

/** Why a page was kept: it was sent, or the next page came from a colleague, from restoring, or after a while. */
export const KEPT_BECAUSE = ["SENT", "COLLEAGUE", "RESTORED", "WORK"] as const;
export type KeptBecause = (typeof KEPT_BECAUSE)[number];

/** While one person works, a page is kept so often at most. */
export const KEPT_EVERY_MS = 5 * 60_000;

type Work = {
  /** The present page: who saved it, and whether an older page is kept, and since when. */
  savedBy: Id | null;
  newestKeptAt: Date | null;
};

/**
 * Why the present page is kept before this person's save replaces it; null if it is not. A page that nobody worked on
 * before, such as a template's or an import's, is always kept.
 */
export function keptBeforeSave({ savedBy, newestKeptAt }: Work, saver: Id, now: Date): KeptBecause | null {
  if (savedBy !== null && savedBy !== saver) return "COLLEAGUE";
  if (newestKeptAt === null) return "WORK";
  return now.getTime() - newestKeptAt.getTime() >= KEPT_EVERY_MS ? "WORK" : null;
}

/** A page that a draft or a template had. */
export const Revision = SavedBy.extend({
  because: z.enum(KEPT_BECAUSE),
  /** The size of the page as stored. */
  bytes: z.int(),
});
export type Revision = z.infer<typeof Revision>;

export const WholeRevision = Revision.extend({
  page: PuckState,
  /** What changed from this page to the present one, as sentences; empty: nothing that readers see. */
  changes: z.array(z.string()),
});
export type WholeRevision = z.infer<typeof WholeRevision>;
