import { z } from "zod";
import { StoredEmail } from "../account/user-profile.ts";
import { Id } from "../id.ts";
import { Timestamp } from "../record-fields.ts";
import { RECIPIENT_KINDS } from "./recipients.ts";

const DELIVERY_STATES = ["QUEUED", "SENT", "REFUSED", "BOUNCED", "CLEARED"] as const;

/** The mail of one recipient of a sent version. */
export const DeliveredMail = z.strictObject({
  /** Null: the mail is cleared, as old mails are. */
  mailId: Id.nullable(),
  name: z.string(),
  email: StoredEmail,
  kind: z.enum(RECIPIENT_KINDS),
  state: z.enum(DELIVERY_STATES),
  /** When it was queued, sent, refused or returned. */
  at: Timestamp.nullable(),
  /** What the mail server answered last, unless it took the mail; null: nothing yet. */
  failure: z.string().nullable(),
  /** What the recipient is now. Null: someone who can no longer read the document. */
  access: z.enum(["MEMBER", "INVITED", "COLLEAGUE"]).nullable(),
  /** Null: they have no account. */
  userProfileId: Id.nullable(),
  /** Their present email, to which the mail is sent again. */
  currentEmail: StoredEmail,
});
export type DeliveredMail = z.infer<typeof DeliveredMail>;

/** Whom the newest version of a document was mailed to, and what became of each mail. */
export const Delivery = z.strictObject({
  /** Null: it was never sent. */
  version: z.int().nullable(),
  /** Whether it waits for its client's decision, so that its mails still matter. */
  isOpen: z.boolean(),
  recipients: z.array(DeliveredMail),
});
export type Delivery = z.infer<typeof Delivery>;
