import type * as calls from "#contract/admin/mail.ts";
import { mailChoices } from "#server/schema/account.ts";
import { makeAdmin } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db }: TestApp) {
  const { userProfileId } = await makeAdmin(db, "viewer");
  const choices = { decisions: "ALL", openings: "OWN", undelivered: "OWN", requests: "NONE" } as const;
  await db.insert(mailChoices).values({ userProfileId, ...choices });
  return {};
}

export const pointed: PointedAt<typeof calls> = {
  listMails: () => ({}),
  getMailChoices: () => ({}),
  changeMailChoices: ({ userProfileId }, asking) => ({
    body: {
      decisions: "OWN",
      openings: "NONE",
      undelivered: "ALL",
      requests: asking.userProfileId === userProfileId ? "NONE" : "ALL",
    },
  }),
  listAnnouncements: () => ({}),
  sendAnnouncement: ({ organizationId }) => ({
    body: {
      details: { title: "Closed on Monday", text: "Back on Tuesday.", link: "/dashboard", isMailed: false },
      to: { organizationIds: [organizationId] },
    },
  }),
};
