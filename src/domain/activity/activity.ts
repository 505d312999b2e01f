import { z } from "zod";
import { Id } from "../id.ts";
import { Timestamp } from "../record-fields.ts";

export const Activity = z.strictObject({
  auditEventId: Id,
  at: Timestamp,
  /** The noun and the deed: "document.approve". */
  action: z.string(),
  /** The action as it reads behind the name: "accepted a document". */
  what: z.string(),
  /** The person who acted, by their present name, or "The portal" or "A visitor". */
  who: z.string(),
  /** Null: the portal or a visitor. */
  userProfileId: Id.nullable(),
  subjectId: Id,
  /** The name of that record, the present one if it still exists; null if it has none. */
  about: z.string().nullable(),
  /** What else there is to say: the recipient of an email, the changed fields, a reason. */
  note: z.string().nullable(),
  organizationId: Id.nullable(),
  organizationName: z.string().nullable(),
});
export type Activity = z.infer<typeof Activity>;

export const ACTOR_GROUPS = {
  company: "The company",
  clients: "Clients",
  visitors: "Visitors",
  portal: "The portal",
} as const;
export type ActorGroup = keyof typeof ACTOR_GROUPS;
export const ACTOR_GROUP_NAMES = Object.keys(ACTOR_GROUPS) as [ActorGroup, ...ActorGroup[]];

/** The most rows of an exported file: the latest ones. */
export const MAX_EXPORTED = 50_000;

/** A list of activity counts its rows up to here. */
export const MAX_COUNTED = 10_000;

/** The activity that is evidence: it is never cleared, and keeps the names and addresses of its time. */
export const EVIDENCE: readonly string[] = [
  "access.record-outside-chain",
  "agreement.confirm",
  "agreement.copy",
  "agreement.make-terms",
  "agreement.publish",
  "agreement.restore",
  "agreement.retire",
  "agreement.sign",
  "document.approve",
  "document.decline",
  "document.recall",
  "document.send",
  "document.share",
  "document.snapshot",
  "document.unshare",
  "document.withdraw",
  "invoice.issue",
  "person.erase",
  "person.remove",
  "records.clear",
  "work-order.choose",
  "work-order.show",
];
