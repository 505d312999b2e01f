import { z } from "zod";
import { Id } from "../id.ts";
import { NotificationLink } from "../notifications/notification.ts";
import { Timestamp } from "../record-fields.ts";
import { lineOfText } from "../typed-text.ts";

const MAX_TITLE_LENGTH = 100;
const MAX_TEXT_LENGTH = 380;
export const MAX_CHOSEN = 1000;

export const AnnouncementDetails = z.strictObject({
  title: lineOfText(MAX_TITLE_LENGTH, "Please enter a title"),
  text: lineOfText(MAX_TEXT_LENGTH, "Please enter a text"),
  link: NotificationLink.nullable(),
  isMailed: z.boolean(),
});
export type AnnouncementDetails = z.infer<typeof AnnouncementDetails>;

/** The organizations whose people are told: these, or all that are active. */
export const AnnouncementTo = z.union([
  z.strictObject({ organizationIds: z.array(Id).min(1).max(MAX_CHOSEN) }),
  z.strictObject({ all: z.literal(true) }),
]);
export type AnnouncementTo = z.infer<typeof AnnouncementTo>;

/** An announcement with how far it has come. */
export const Announcement = AnnouncementDetails.extend({
  announcementId: Id,
  isToAll: z.boolean(),
  sentBy: z.string(),
  sentAt: Timestamp,
  /** How many organizations it goes to, and how many of them have been told. */
  organizations: z.int().min(0),
  told: z.int().min(0),
  /** How many people were told. A person of two organizations counts twice. */
  people: z.int().min(0),
  /** The name of the only organization it goes to. */
  organizationName: z.string().nullable(),
});
export type Announcement = z.infer<typeof Announcement>;

/** The notification's message: "Closed over Easter: we are back on Tuesday." A notification has no title of its own. */
export function announcementMessage({ title, text }: Pick<AnnouncementDetails, "title" | "text">): string {
  return /[.!?:…]$/u.test(title) ? `${title} ${text}` : `${title}: ${text}`;
}
