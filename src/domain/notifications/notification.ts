import { z } from "zod";
import { Id } from "../id.ts";
import { Timestamp } from "../record-fields.ts";

/** An internal path, or a full http(s) address. */
export const NotificationLink = z
  .string()
  .max(2000)
  .regex(/^(\/(?![/\\])|https?:\/\/)/, "A link is a path that starts with / or an http address");

export const Notification = z.strictObject({
  notificationId: Id,
  message: z.string().min(1).max(500),
  link: NotificationLink.optional(),
  read: z.boolean(),
  createdAt: Timestamp,
});
export type Notification = z.infer<typeof Notification>;

/** The receivers of an event: the members of an organization, one person, or the company's people. */
export const Audience = z.union([
  z.strictObject({ organization: Id }),
  z.strictObject({ person: Id }),
  z.strictObject({ company: z.literal(true) }),
]);
export type Audience = z.infer<typeof Audience>;

export const AUDIENCE_KINDS = ["organization", "person", "company"] as const;

export function audienceKind(audience: Audience): (typeof AUDIENCE_KINDS)[number] {
  if ("organization" in audience) return "organization";
  return "person" in audience ? "person" : "company";
}

/** The key of an audience: equal for equal audiences. */
export function audienceKey(audience: Audience): string {
  return JSON.stringify(audience);
}
