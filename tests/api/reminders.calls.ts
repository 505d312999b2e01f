import type * as calls from "#contract/admin/reminders.ts";
import { numberOfId } from "#tests/support/number-of-id.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  getReminders: ({ uniqueDocumentId: id }) => ({ params: { id } }),
  changeReminders: ({ uniqueDocumentId: id }) => ({
    params: { id },
    body: { own: { unopenedDays: 1 + (numberOfId(id) % 90), undecidedDays: null, endingDays: null } },
  }),
};
