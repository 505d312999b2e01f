import { z } from "zod";
import type { Id } from "../id.ts";
import type { AdminRole } from "./admin-role.ts";

/** Of what someone is mailed: of everything, of the documents that they own, or of nothing. */
export const MAIL_SCOPES = ["ALL", "OWN", "NONE"] as const;
export const OPENING_MAILS = ["OWN", "NONE"] as const;
export const REQUEST_MAILS = ["ALL", "NONE"] as const;
export type MailScope = (typeof MAIL_SCOPES)[number];

/** Which mails one of the company's own people gets. */
export const MailChoices = z.strictObject({
  /** When a client accepts or declines. */
  decisions: z.enum(MAIL_SCOPES),
  /** When a version is opened for the first time. */
  openings: z.enum(OPENING_MAILS),
  /** When an email cannot be delivered. */
  undelivered: z.enum(MAIL_SCOPES),
  /** When a client requests access for a person. */
  requests: z.enum(REQUEST_MAILS),
});
export type MailChoices = z.infer<typeof MailChoices>;

/** The choices of a person who has made none. */
export function usualMailChoices(adminRole: AdminRole): MailChoices {
  const decisions = adminRole === "owner" ? "ALL" : "OWN";
  return { decisions, openings: "OWN", undelivered: "OWN", requests: "NONE" };
}

/** Whether a person is mailed about a document. A document without an owner counts as everyone's. */
export function isMailedAbout(scope: MailScope, personId: Id, ownerId: Id | null): boolean {
  return scope === "ALL" || (scope === "OWN" && (ownerId === null || ownerId === personId));
}
