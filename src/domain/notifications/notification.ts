import { z } from "zod";
import { Id } from "../id.ts";
import { Timestamp } from "../timestamp.ts";

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
