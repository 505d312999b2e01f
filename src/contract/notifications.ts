import { z } from "zod";
import { Id } from "#domain/id.ts";
import { NOTIFICATION_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { Notification } from "#domain/notifications/notification.ts";
import { Timestamp } from "#domain/record-fields.ts";
import { defineCall } from "./call.ts";
import { ListPage, listQuery } from "./list-query.ts";

export const listNotifications = defineCall("POST", "notification/user/list", "person", {
  isReading: true,
  reach: "organization",
  staleAfter: ["notification", "organization"],
  summary:
    "The caller's notifications between two moments, given in either order, newest first: those of their active organization and their own",
  query: listQuery(NOTIFICATION_LIST_COLUMNS).safeExtend({ read: z.enum(["true", "false"]).optional() }),
  body: z.strictObject({ startDate: Timestamp, endDate: Timestamp }),
  reply: z.array(Notification),
  page: ListPage,
});

export const markNotification = defineCall("PATCH", "notification/user", "person", {
  reach: "organization",
  summary: "Marks one of the caller's notifications read or unread, while they belong to those whom it tells",
  body: z.strictObject({ notificationId: Id, read: z.boolean() }),
  reply: Notification,
});

export const markAllNotifications = defineCall("PATCH", "notification/user/all", "person", {
  reach: "organization",
  summary:
    "Marks the caller's notifications of their active organization and their own as read, up to the moment `until`",
  body: z.strictObject({ until: Timestamp }),
  /** The ids of the notifications that were unread. */
  reply: z.array(Id),
});
