import { createHash } from "node:crypto";
import type * as calls from "#contract/notifications.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

const NOW = new Date();
const A_YEAR_AGO = new Date(NOW.getTime() - 365 * 86_400_000);

/** Another timestamp for each id. */
const momentOf = (id: string) => new Date(NOW.getTime() - Number.parseInt(hashOf(id), 16)).toISOString();

const hashOf = (id: string) => createHash("sha256").update(id).digest("hex").slice(0, 8);

export const pointed: PointedAt<typeof calls> = {
  listNotifications: () => ({ body: { startDate: NOW.toISOString(), endDate: A_YEAR_AGO.toISOString() } }),
  markAllNotifications: ({ notificationId }) => ({ body: { until: momentOf(notificationId) } }),
  markNotification: ({ notificationId }) => ({ body: { notificationId, read: true } }),
};
