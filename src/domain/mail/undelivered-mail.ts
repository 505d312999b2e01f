import { z } from "zod";
import { Id } from "../id.ts";
import { Timestamp } from "../record-fields.ts";
import { explainRefusal } from "./explain-refusal.ts";

/** An email that was refused for good, that bounced, or that could not be sent for a week. */
export const UndeliveredMail = z.strictObject({
  mailId: Id,
  recipient: z.string(),
  subject: z.string(),
  givenUpAt: Timestamp,
  failure: z.string(),
  /** Whether a mail server took it, and another returned it later. */
  hasBounced: z.boolean(),
  /** The document that it is about; null: another matter. */
  uniqueDocumentId: Id.nullable(),
});
export type UndeliveredMail = z.infer<typeof UndeliveredMail>;

/** Why an email did not arrive, in plain words if they are known. */
export function describeUndelivered({ failure, hasBounced }: UndeliveredMail): string {
  const why = explainRefusal(failure) ?? failure;
  return hasBounced ? `Bounced: ${why}` : why;
}

/** The longest list of them. */
export const MAX_UNDELIVERED = 500;

/** All that were not delivered, and the newest of them. */
export const UndeliveredMails = z.strictObject({
  total: z.int().min(0),
  rows: z.array(UndeliveredMail).max(MAX_UNDELIVERED),
});
