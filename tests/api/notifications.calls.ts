import type * as calls from "#contract/notifications.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

const NOW = new Date();
const A_YEAR_AGO = new Date(NOW.getTime() - 365 * 86_400_000);

export const pointed: PointedAt<typeof calls> = {
  listNotifications: () => ({ body: { startDate: NOW.toISOString(), endDate: A_YEAR_AGO.toISOString() } }),
  markNotification: ({ notificationId }) => ({ body: { notificationId, read: true } }),
};
