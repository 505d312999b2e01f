import { expect, test } from "vitest";
import { Notification } from "../notifications/notification.ts";
import { AnnouncementDetails, announcementMessage } from "./announcement.ts";

test.each([
  ["Closed over Easter", "We are back on Tuesday.", "Closed over Easter: We are back on Tuesday."],
  ["We have moved!", "Visit us.", "We have moved! Visit us."],
])("COMPANY-3 the title %j stands before the text", (title, text, message) => {
  expect(announcementMessage({ title, text })).toBe(message);
});

test("COMPANY-3 the longest announcement fits into a notification", () => {
  const longest = { title: "x".repeat(100), text: "y".repeat(380), link: null, isMailed: false };
  const message = announcementMessage(AnnouncementDetails.parse(longest));
  expect(Notification.shape.message.safeParse(message).success).toBe(true);
});
