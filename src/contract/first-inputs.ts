// What screens ask first, in the words of both sides: the server answers it in the page, and the browser takes it from there.

/** A list begins with so many rows. Most lists fit. */
export const FIRST_ROWS = 200;
/** The list of work orders has the names of what they belong to. */
export const LINKED_NAMES = { include: "linkedNames" } as const;

/** The dashboard begins with so many notifications. */
export const FIRST_NOTIFICATIONS = 5;

/** The name of the answer that counts unread notifications, which every screen with a bell asks for. */
export const UNREAD = "unread";

/** The body of the list of notifications: startDate is now and endDate one year earlier (spec 1 section 7). */
export function historyUntil(now: Date): { startDate: string; endDate: string } {
  const yearEarlier = new Date(now);
  yearEarlier.setUTCFullYear(now.getUTCFullYear() - 1);
  return { startDate: now.toISOString(), endDate: yearEarlier.toISOString() };
}

export function unreadUntil(now: Date) {
  return { body: historyUntil(now), query: { read: "false", limit: 1 } } as const;
}

export function latestUntil(now: Date) {
  return { body: historyUntil(now), query: { limit: FIRST_NOTIFICATIONS } };
}
