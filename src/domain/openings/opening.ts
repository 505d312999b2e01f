import { z } from "zod";
import { Id } from "../id.ts";
import { Timestamp } from "../record-fields.ts";

/** What a reader opened: the document's page, or its PDF. */
export const OPENED = ["page", "pdf"] as const;

/** Anyone who opens a document again within this time is on the same visit. */
export const VISIT_MINUTES = 30;

/** A sent document that no one has opened for so long needs the company. */
export const UNOPENED_DAYS = 3;

/** What becomes of a document that waits for a decision: someone has opened it, or no one has for some days. */
export const WAITING = ["opened", "unopened"] as const;
export type Waiting = (typeof WAITING)[number];

/** How many people the company's screen names; the total counts all. */
export const NAMED_READERS = 50;

const Visits = z.strictObject({ firstAt: Timestamp, lastAt: Timestamp, times: z.int().min(1) });

/** Who opened a document, when first and last, and on how many visits. */
export const Openings = z.strictObject({
  total: z.int().min(0),
  /** The last to open it first. */
  people: z
    .array(
      z.strictObject({
        userProfileId: Id,
        /** The person's present name. */
        name: z.string(),
        /** Null: only the PDF. */
        page: Visits.nullable(),
        /** Null: only the page. */
        pdf: Visits.nullable(),
      }),
    )
    .max(NAMED_READERS),
  /** Everybody who opened the public view, whom the portal does not tell apart; null: no one. */
  visitors: Visits.nullable(),
});
export type Openings = z.infer<typeof Openings>;
