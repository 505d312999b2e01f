import { z } from "zod";
import { MailChoices } from "#domain/account/mail-choices.ts";
import { Announcement, AnnouncementDetails, AnnouncementTo } from "#domain/announcements/announcement.ts";
import { Id } from "#domain/id.ts";
import { ANNOUNCEMENT_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { ListedMail } from "#domain/mail/listed-mail.ts";
import { defineAdminCall } from "../call.ts";
import { ListPage, listQuery } from "../list-query.ts";

export const listMails = defineAdminCall("GET", "mail/admin/list", "viewer", {
  summary: "Every email that the portal sends, with sample values and the company's settings",
  reply: z.array(ListedMail),
});

export const getMailChoices = defineAdminCall("GET", "mail/admin/choices", "viewer", {
  summary: "Which emails the caller gets",
  reply: MailChoices,
});

export const changeMailChoices = defineAdminCall("PATCH", "mail/admin/choices", "viewer", {
  summary: "Changes which emails the caller gets",
  body: MailChoices,
  reply: MailChoices,
});

export const listAnnouncements = defineAdminCall("GET", "announcement/admin/list", "viewer", {
  staleAfter: ["announcement"],
  summary: "What was announced to organizations, newest first, and how many of them have been told",
  query: listQuery(ANNOUNCEMENT_LIST_COLUMNS).safeExtend({ organizationId: Id.optional() }),
  reply: z.array(Announcement),
  page: ListPage,
});

export const sendAnnouncement = defineAdminCall("POST", "announcement/admin", "editor", {
  summary:
    "Notifies the people of one, several or all active organizations; a job tells them one after the other",
  body: z.strictObject({ details: AnnouncementDetails, to: AnnouncementTo }),
  reply: Announcement,
});
