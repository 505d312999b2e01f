import type * as calls from "#contract/admin/mail.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  listMails: () => ({}),
  listAnnouncements: () => ({}),
  sendAnnouncement: ({ organizationId }) => ({
    body: {
      details: { title: "Closed on Monday", text: "Back on Tuesday.", link: "/dashboard", isMailed: false },
      to: { organizationIds: [organizationId] },
    },
  }),
};
