import { z } from "zod";
import { StoredCopy } from "../drafts/working-draft.ts";
import { Id } from "../id.ts";
import { PuckState } from "../page/page.ts";
import { mapWorkOrderData } from "../page/quoted-work.ts";
import { RecordVersion, Timestamp } from "../record-fields.ts";
import { lineOfText } from "../typed-text.ts";

export const SectionName = lineOfText(100, "Please enter a name");

/** Blocks that the company keeps under a name, to put copies of them into documents. */
export const Section = z.strictObject({
  sectionId: Id,
  name: z.string(),
  /** The name of who saved it, at that time. */
  madeBy: z.string(),
  madeAt: Timestamp,
  recordVersion: RecordVersion,
});
export type Section = z.infer<typeof Section>;

export const FullSection = Section.extend({
  /** In today's format. A block of a type that the portal no longer has stays in it. */
  page: PuckState,
  images: z.array(StoredCopy),
});
export type FullSection = z.infer<typeof FullSection>;

/** The blocks without the work orders of the document that they come from: these have their client's prices. */
export function withoutWork(page: PuckState): PuckState {
  return mapWorkOrderData(page, () => ({ workOrderIds: [] }));
}
