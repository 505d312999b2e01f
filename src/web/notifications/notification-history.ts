import type { PageOf } from "#contract/call.ts";
import { UNREAD } from "#contract/first-inputs.ts";
import type { listNotifications } from "#contract/notifications.ts";
import type { Notification } from "#domain/notifications/notification.ts";

export function newestFirst(notifications: readonly Notification[], limit = Number.POSITIVE_INFINITY) {
  return notifications.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)).slice(0, limit);
}

const PERIODS = ["Today", "Yesterday", "This week", "Earlier"] as const;
export type Period = (typeof PERIODS)[number];

const DAY_MS = 86_400_000;

/** The period of a day such as "2026-11-21", seen from today. A week begins on Monday. */
export function periodOf(day: string, today: string): Period {
  const daysAgo = (Date.parse(today) - Date.parse(day)) / DAY_MS;
  // A clock that is slightly ahead gives tomorrow.
  if (daysAgo <= 0) return "Today";
  if (daysAgo === 1) return "Yesterday";
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return daysAgo <= sinceMonday ? "This week" : "Earlier";
}

type InPeriod = { period: Period; notifications: Notification[] };

/** The periods that have notifications, newest first. `dayOf` gives the day of a time in the company's time zone. */
export function byPeriod(
  notifications: readonly Notification[],
  dayOf: (iso: string) => string,
  today: string,
): InPeriod[] {
  const dated = newestFirst(notifications).map((one) => ({
    one,
    period: periodOf(dayOf(one.createdAt), today),
  }));
  return PERIODS.flatMap((period) => {
    const found = dated.filter((other) => other.period === period).map(({ one }) => one);
    return found.length === 0 ? [] : [{ period, notifications: found }];
  });
}

/** What a notification is about, by where it leads. */
export const KIND_LABELS = {
  document: "Document",
  invoice: "Invoice",
  workOrder: "Work order",
  website: "Website",
  message: "Message",
} as const;
export type NotificationKind = keyof typeof KIND_LABELS;

const KIND_BY_PATH: readonly [RegExp, NotificationKind][] = [
  [/^\/(?:doc|documents|general-document|signed-documents)\//, "document"],
  [/^\/invoices(?:\/|$)/, "invoice"],
  [/^\/work-orders(?:\/|$)/, "workOrder"],
  [/^https?:/, "website"],
];

export function notificationKind({ link = "" }: Pick<Notification, "link">): NotificationKind {
  return KIND_BY_PATH.find(([path]) => path.test(link))?.[1] ?? "message";
}

/** Whether a notification's link opens in a new tab: links that contain "http" do (spec 1 section 2). */
export function opensNewTab(link: string): boolean {
  return link.includes("http");
}

type NotificationPage = PageOf<typeof listNotifications>;

/** An answer in which the server's new version replaces one record, now read. */
export function withMarked(
  answer: Notification[] | NotificationPage,
  input: unknown,
  changed: Notification,
): Notification[] | NotificationPage {
  if (Array.isArray(answer)) return withRecord(answer, changed);
  const { data, page } = answer;
  if (input !== UNREAD) return { data: withRecord(data, changed), page };
  const others = data.filter((one) => one.notificationId !== changed.notificationId);
  return { data: others, page: { ...page, total: Math.max(page.total - 1, 0) } };
}

function withRecord(notifications: readonly Notification[], changed: Notification): Notification[] {
  return notifications.map((one) => (one.notificationId === changed.notificationId ? changed : one));
}
